import type { ToolId } from './tool-id.js'

/** Who must agree before a call runs: nobody, a person, or a person other than the one it is made for. */
export type ApprovalDemand = 'none' | 'required' | 'four-eyes'

/** What a reviewed grant demands of every call to its tool. */
export interface ToolGrant {
  readonly approval: ApprovalDemand
  /** Whether a call must hold a claim on its idempotency key when its body runs. */
  readonly needsClaim: boolean
  /** The digest of what was reviewed of it: what a person approved under another grant was not this. */
  readonly digest: string
  /** Who is believed that reports a call as done elsewhere. */
  readonly completions: GrantedCompletions
}

/** Who is believed that reports a call as done elsewhere, and what has to be equal then. */
export interface GrantedCompletions {
  /** Ids of principals. */
  readonly trust: readonly string[]
  /** Paths at which arguments and output must be equal: dotted fields or a JSON Pointer (RFC 6901). */
  readonly requireEqual: readonly string[]
}

/** The grants a registry is bound to. Asked anew by every call, so that a withdrawn grant counts at once. */
export interface ToolGrants {
  /** What is granted of a tool; undefined when nothing is. */
  findGrant(id: ToolId): ToolGrant | undefined
  /**
   * The ids and selectors of one agent, as they were reviewed.
   *
   * @throws DefinitionError when there is no such agent.
   */
  getAgentEntries(agent: string): readonly string[]
}
