import type { Effect } from './effect.js'

/**
 * What a foreign server says a tool does. Recorded and compared, never obeyed: MCP calls these hints untrusted.
 */
export interface ToolHints {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** What a foreign server says of one of its tools besides the schemas. */
export interface ReportedFacts {
  /** The name the server knows the tool by, where the id has another one. */
  readonly name?: string
  readonly title?: string
  readonly description?: string
  readonly hints?: ToolHints
}

/** How a foreign server is reached, as far as a manifest pins it. */
export type PinnedTransport =
  { readonly command: string; readonly args: readonly string[] } | { readonly url: string }

/** What there is to know of a foreign tool that tools of this program do not have. */
export interface ForeignFacts {
  readonly reported: ReportedFacts
  /** Absent where the operator made the transport. */
  readonly transport?: PinnedTransport
  /** True where each call may have an upstream identity of its own; without it, one serves all tenants. */
  readonly hasOwnCredentials: boolean
}

/** What a grant says of how a foreign tool is run. */
export interface GrantTerms {
  /** The effect that was granted. */
  readonly effect: Effect
  /** What an error that the server reports says of the far side. @defaultValue `'in-doubt'` */
  readonly errors?: 'did-not-happen' | 'in-doubt' | undefined
}
