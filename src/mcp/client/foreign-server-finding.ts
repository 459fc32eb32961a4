import type { ContractChange } from '../../manifest/contract/contract-change.js'

/**
 * The kinds of what is found out about a foreign server:
 *
 * - `changed-tool`: it is not the tool that was reviewed any more, and is withdrawn.
 * - `gone-tool`: the server does not list it any more; it is withdrawn.
 * - `restored-tool`: it is again what was reviewed, and runs again.
 * - `new-tool`: it was not there when the server was read first; nobody can call it.
 * - `refused-tool`: what the server says of it is no tool; it was left out.
 * - `dropped-output-schema`: its output schema is no JSON Schema; its results are not checked.
 * - `unknown-tool`: the options speak of a tool that the server does not have.
 * - `bad-message`: the server sent what is no message of the protocol, answers nothing, or breaks off; the cause says.
 * - `lost-connection`: the connection ended or could not be made.
 */
export type ForeignServerFindingKind =
  | 'changed-tool'
  | 'gone-tool'
  | 'restored-tool'
  | 'new-tool'
  | 'refused-tool'
  | 'dropped-output-schema'
  | 'unknown-tool'
  | 'bad-message'
  | 'lost-connection'

/** Something an operator should know of a foreign server. */
export interface ForeignServerFinding {
  readonly kind: ForeignServerFindingKind
  /** The operator's name of the server. */
  readonly server: string
  /** The name the server gives the tool. */
  readonly tool?: string
  readonly message: string
  /** What changed since the review. */
  readonly changes?: readonly ContractChange[]
  readonly cause?: unknown
}

/** Tells a finding as a warning of the process. */
export function warnOfFinding({ server, message }: ForeignServerFinding): void {
  process.emitWarning(`${server}: ${message}`, { type: 'TallystickServerWarning' })
}
