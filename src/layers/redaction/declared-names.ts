import { allSchemas } from '../../schema/all-schemas.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'

const known = new WeakMap<JsonSchema, ReadonlySet<string>>()

/** Whether a key is a property that the arguments of a tool declare at any depth. */
export function isDeclaredArgument({ inputSchema }: ToolDefinition, key: string): boolean {
  return namesIn(inputSchema).has(key)
}

/** Whether a key is a property that the output of a tool declares at any depth. */
export function isDeclaredOutput({ outputSchema }: ToolDefinition, key: string): boolean {
  return outputSchema !== undefined && namesIn(outputSchema).has(key)
}

function namesIn(schema: JsonSchema): ReadonlySet<string> {
  const names =
    known.get(schema) ??
    new Set([...allSchemas(schema)].flatMap((each) => propertiesOf(each as JsonSchema)))
  known.set(schema, names)
  return names
}

function propertiesOf({ properties }: JsonSchema): readonly string[] {
  return Object.keys(properties ?? {})
}
