import { extensionKey, type ExtensionKey } from '../tools/extension-key.js'

/** How far a call got. */
export interface McpProgress {
  /** Grows with every report; one that does not is dropped. */
  readonly progress: number
  /** What `progress` ends at, where that is known. */
  readonly total?: number | undefined
  /** For people. */
  readonly message?: string | undefined
}

/** Where a call that came over MCP stands in a distributed trace (W3C Trace Context, as MCP 2026-07-28 carries it). */
export interface McpTraceContext {
  readonly traceparent: string
  readonly tracestate?: string | undefined
  /** What callers put there; the server vouches for none of it. */
  readonly baggage?: string | undefined
}

/**
 * Under this key the context of a call that came over MCP has what reports its progress; absent where the caller did not
 * ask for progress. Never throws, and does nothing once the call has ended.
 *
 * @example
 * ```ts
 * context.get(mcpProgress)?.({ progress: 3, total: 10 })
 * ```
 */
export const mcpProgress: ExtensionKey<(progress: McpProgress) => void> =
  extensionKey('mcp.progress')

/** Under this key the context of a call that came over MCP has its trace; absent where the caller sent none. */
export const mcpTraceContext: ExtensionKey<McpTraceContext> = extensionKey('mcp.trace-context')
