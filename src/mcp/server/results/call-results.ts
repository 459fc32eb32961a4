import type { CallToolResult } from '@modelcontextprotocol/server'

import type { ToolError } from '../../../errors/tool-error.js'
import type { JsonValue } from '../../../schema/json.js'
import type { ToolOutput } from '../../../tools/outcome.js'
import type { ToolDefinition } from '../../../tools/tool-definition.js'
import { findBlockOutput } from '../../block-output.js'
import { findOutput, type Era } from '../listing/listed-tool.js'

/** Under this key of a result's `_meta` stand the issues of arguments or an answer that were refused. */
const issuesKey = 'dev.tallystick/issues'
/** Under this key of a result's `_meta` stands what is known of a failed call: code, disposition, whether to retry. */
const errorKey = 'dev.tallystick/error'
/** Under this key of a result's `_meta` stands that it came from the journal. */
const deduplicatedKey = 'dev.tallystick/deduplicated'

/** What a call returned, for programs and as text; what a foreign tool returned in blocks, in the same blocks. */
export function toOutputResult(
  definition: ToolDefinition,
  era: Era,
  { value, deduplicatedFrom }: ToolOutput,
): CallToolResult {
  return {
    ...(fromBlocks(definition, era, value) ?? fromValue(definition, era, value)),
    ...(deduplicatedFrom === undefined ? {} : { _meta: { [deduplicatedKey]: true } }),
  }
}

function fromValue(definition: ToolDefinition, era: Era, value: JsonValue): CallToolResult {
  const output = findOutput(definition, era)
  const structured = output === undefined ? toStructured(era, value) : output.toStructured(value)
  return {
    content: [toTextBlock(value)],
    ...(structured === undefined ? {} : { structuredContent: structured }),
  }
}

/** Undefined for what is no output in blocks; where a schema is declared, the output is what it describes. */
function fromBlocks(
  { foreign, outputSchema }: ToolDefinition,
  era: Era,
  value: JsonValue,
): CallToolResult | undefined {
  const isInBlocks = foreign !== undefined && outputSchema === undefined
  const output = isInBlocks ? findBlockOutput(value) : undefined
  if (output === undefined) return undefined
  const { content, structuredContent } = output
  if (structuredContent === undefined) return { content: [...content] }
  const structured = toStructured(era, structuredContent)
  if (structured !== undefined) return { content: [...content], structuredContent: structured }
  return { content: [...content, toTextBlock(structuredContent)] }
}

/** Without a declared schema only objects and lists are worth saying twice, and the revisions of 2025 take objects alone. */
function toStructured(era: Era, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) && era === 'legacy' ? undefined : value
}

function toTextBlock(value: unknown): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }
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
