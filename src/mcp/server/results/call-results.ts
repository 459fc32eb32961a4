import type { CallToolResult } from '@modelcontextprotocol/server'

import type { ToolError } from '../../../errors/tool-error.js'
import type { JsonValue } from '../../../schema/json.js'
import type { ToolOutput } from '../../../tools/outcome.js'
import type { ToolDefinition } from '../../../tools/tool-definition.js'
import { findOutput, type Era } from '../listing/listed-tool.js'

/** Under this key of a result's `_meta` stand the issues of arguments or an answer that were refused. */
const issuesKey = 'dev.tallystick/issues'
/** Under this key of a result's `_meta` stands what is known of a failed call: code, disposition, whether to retry. */
const errorKey = 'dev.tallystick/error'
/** Under this key of a result's `_meta` stands that it came from the journal. */
const deduplicatedKey = 'dev.tallystick/deduplicated'

/** What a call returned, for programs and as text. */
export function toOutputResult(
  definition: ToolDefinition,
  era: Era,
  { value, deduplicatedFrom }: ToolOutput,
): CallToolResult {
  const structured = toStructured(definition, era, value)
  return {
    content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(deduplicatedFrom === undefined ? {} : { _meta: { [deduplicatedKey]: true } }),
  }
}

/** Without a declared schema only objects and lists are worth saying twice, and the revisions of 2025 take objects alone. */
function toStructured(definition: ToolDefinition, era: Era, value: JsonValue): unknown {
  const output = findOutput(definition, era)
  if (output !== undefined) return output.toStructured(value)
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) && era === 'legacy' ? undefined : value
}

/** What a caller is told of a failed call: the words that a model may read, and the issues. Never message, cause or stack. */
export function toErrorResult(error: ToolError): CallToolResult {
  const { code, disposition, retryable, retryAfterMs, reference } = error.toJSON()
  const known = {
    ...{ code, disposition, retryable },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(reference === undefined ? {} : { reference }),
  }
  const issues = tellsIssues(error) ? { [issuesKey]: error.issues } : {}
  return toTextResult(error.modelText, { isError: true, meta: { [errorKey]: known, ...issues } })
}

/** The issues of an output are for who runs the tool: what it should have returned is no concern of who called it. */
function tellsIssues({ code, issues }: ToolError): boolean {
  return issues.length > 0 && (code === 'INVALID_ARGUMENTS' || code === 'INVALID_ANSWER')
}

/** Words that are no output. */
export function toTextResult(
  text: string,
  said: { readonly isError: boolean; readonly meta?: Readonly<Record<string, unknown>> },
): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    ...(said.isError ? { isError: true } : {}),
    ...(said.meta === undefined ? {} : { _meta: { ...said.meta } }),
  }
}
