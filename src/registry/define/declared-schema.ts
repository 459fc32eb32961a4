import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import type { Issue } from '../../errors/issue.js'
import { deepFreeze } from '../../schema/deep-freeze.js'
import { dialectOf, type JsonSchemaDialect } from '../../schema/dialect.js'
import { compileJsonSchema } from '../../schema/json-schema-validator.js'
import type { JsonSchema, ObjectSchema } from '../../schema/json-schema.js'
import { toJsonOutput } from '../../schema/json-output.js'

/** Where a schema stands, for problems. */
export interface SchemaPlace {
  readonly subject: string
  readonly option: 'inputSchema' | 'outputSchema' | 'output'
}

/**
 * A frozen copy of a schema that an author wrote, as it is.
 * @throws DefinitionError when it is not JSON or does not compile.
 */
export function copySchema<Schema extends JsonSchema>(schema: Schema, place: SchemaPlace): Schema {
  const copy = deepFreeze(copyJsonObject(schema, place)) as Schema
  assertCompiles(copy, place)
  return copy
}

/**
 * The canonical input schema of a tool of this program: type, properties, and closed at the root.
 * @throws DefinitionError when it is not JSON, its root is not an object, or it does not compile.
 */
export function canonicalInputSchema(schema: JsonSchema, place: SchemaPlace): ObjectSchema {
  const { $schema, ...copy } = copyJsonObject(schema, place)
  const isDraft7 = findDialect($schema, place) === 'draft-07'
  const root = toObjectSchema(copy, place)
  const dialect = isDraft7 ? { $schema } : {}
  const { properties = {} } = root
  const closed = closeRoot({ ...dialect, ...root, properties }, place)
  const canonical = deepFreeze(closed)
  assertCompiles(canonical, place)
  return canonical
}

/**
 * The schema with the type of its root said; arguments are objects anyway.
 * @throws DefinitionError when it says that arguments are anything but an object.
 */
export function toObjectSchema(schema: JsonSchema, place: SchemaPlace): ObjectSchema {
  const { type = 'object' } = schema
  if (type === 'object') return { ...schema, type }
  throw schemaError(place, 'its root is not an object.', "Write `type: 'object'` at its root.")
}

/** The violations of an output schema, as issues; none when there is no schema. */
export function outputIssues(schema: JsonSchema | undefined, output: unknown): readonly Issue[] {
  if (schema === undefined) return []
  return compileJsonSchema(schema)(output).map(({ path, keyword, message }) =>
    Object.freeze({ path, code: keyword, message }),
  )
}

/** Unknown arguments are refused: a root that says nothing of them is closed, composed ones by what they evaluate. */
function closeRoot(schema: ObjectSchema, place: SchemaPlace): ObjectSchema {
  const { additionalProperties, unevaluatedProperties } = schema as Record<string, unknown>
  if (additionalProperties !== undefined || unevaluatedProperties !== undefined) return schema
  const isComposed = composingKeywords.some((keyword) => schema[keyword] !== undefined)
  if (!isComposed) return { ...schema, additionalProperties: false }
  if (schema['$schema'] === undefined) return { ...schema, unevaluatedProperties: false }
  const message = 'its root is composed, and draft-07 cannot close it against unknown arguments.'
  throw schemaError(place, message, 'Write it in 2020-12, or say `additionalProperties`.')
}

const composingKeywords = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
]

function findDialect($schema: unknown, place: SchemaPlace): JsonSchemaDialect {
  try {
    return dialectOf({ $schema })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'its dialect is not known.'
    throw schemaError(place, reason, 'Write it in 2020-12 or draft-07.')
  }
}

function copyJsonObject(schema: unknown, place: SchemaPlace): JsonSchema {
  const copy = toJsonOutput(schema)
  if (copy.status === 'refused') {
    throw schemaError(place, `it is not JSON. ${copy.issue.message}`, 'Write it as plain JSON.')
  }
  const { value } = copy
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as JsonSchema
  throw schemaError(place, 'it is not an object.', 'Pass a JSON Schema in object form.')
}

function assertCompiles(schema: JsonSchema, place: SchemaPlace): void {
  try {
    compileJsonSchema(schema)
  } catch (error) {
    // It is not the schema that is wrong.
    if (DefinitionError.is(error)) throw error
    const reason = error instanceof Error ? error.message : 'it does not compile.'
    throw schemaError(place, reason, 'Correct the schema.')
  }
}

function schemaError(
  { subject, option }: SchemaPlace,
  message: string,
  fix: string,
): DefinitionError {
  const problem: DefinitionProblem = { subject: `${subject}, ${option}`, message, fix }
  return new DefinitionError([problem])
}
