import { standardPropsOfClass } from '../../arguments/standard-schema.js'
import type { ToolClass } from '../../tools/constructor.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import {
  createStandardProps,
  type StandardProps,
  type StandardSchema,
} from '../../tools/standard-schema.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'

/**
 * The arguments of a tool as Standard Schema v1 with Standard JSON Schema, for libraries that take such a schema and know
 * no tools. Every class with `@Tool` and every definition has the same under `~standard`; here the compiler knows it, too.
 *
 * @example
 * ```ts
 * const schema = standardSchema(Transfer)
 * const result = schema['~standard'].validate({ from: 'A-1' })
 * ```
 */
export function standardSchema(tool: ToolClass | ToolDefinition): StandardSchema {
  const props = typeof tool === 'function' ? standardPropsOfClass(tool) : propsOf(tool)
  return Object.freeze({ '~standard': props })
}

function propsOf(tool: ToolDefinition): StandardProps {
  const { '~standard': props, id } = tool
  const schema = (): JsonSchema => tool.inputSchema
  return (
    props ??
    createStandardProps({ subject: id.toString(), schema, admit: (input) => tool.admit(input) })
  )
}
