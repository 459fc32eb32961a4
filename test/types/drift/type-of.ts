import { Tool } from '../../../src/decorators/tool.js'
import { readTools } from '../../../src/metadata/tool-metadata.js'
import { defineClassTool } from '../../../src/registry/define/define-class-tool.js'
import type { ArgumentOptions } from '../../../src/arguments/class-arguments.js'
import type { JsonSchema, ObjectSchema } from '../../../src/schema/json-schema.js'
import type { ToolClass } from '../../../src/tools/constructor.js'
import type { ToolDefinition } from '../../../src/tools/tool-definition.js'
import type { TypeFacts } from '../../../src/tools/type-facts.js'
import { checkTypes } from '../../../src/types/drift/check-types.js'
import type { TypeDrift } from '../../../src/types/drift/report/type-drift.js'

/** An object type in which every member is required, unless told otherwise. */
export function objectType(
  properties: Readonly<Record<string, JsonSchema>>,
  more: Omit<JsonSchema, 'type'> = {},
): ObjectSchema {
  const required = Object.keys(properties)
  return { properties, required, additionalProperties: false, ...more, type: 'object' }
}

/** Facts that say this of the tool `shop/order`. */
export function factsOf(type: JsonSchema): TypeFacts {
  const own = { class: 'Order', file: 'order.ts', arguments: { ...type, type: 'object' as const } }
  const inputs = { digest: 'types-sha256:0', folders: [], files: [], excluded: [] }
  return { version: 1, inputs, tools: { 'shop/order': own } }
}

/** The tool `shop/order` of a class. */
export function orderOf(
  toolClass: ToolClass,
  options: Partial<ArgumentOptions> = {},
): ToolDefinition {
  if (readTools(toolClass).length === 0) Tool({ server: 'shop', name: 'order' })(toolClass)
  return defineClassTool(toolClass, {
    instances: { create: (target) => new target() },
    argumentOptions: { repairJsonStrings: false, ...options },
  })
}

/** What is found in a class that TypeScript says this of. */
export function driftsOf(
  toolClass: ToolClass,
  type: JsonSchema,
  options?: Partial<ArgumentOptions>,
): Promise<readonly TypeDrift[]> {
  return checkTypes([orderOf(toolClass, options)], factsOf(type))
}

/** The same as `property kind`, the shortest form that says where and what. */
export async function foundIn(
  toolClass: ToolClass,
  type: JsonSchema,
  options?: Partial<ArgumentOptions>,
): Promise<readonly string[]> {
  const drifts = await driftsOf(toolClass, type, options)
  return drifts.map(({ property, kind }) => `${property} ${kind}`)
}

/** A base for tools that are only checked. */
export abstract class Body {
  call(): string {
    return 'done'
  }
}
