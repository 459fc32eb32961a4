import type { ContractChange } from '../contract/contract-change.js'
import type { JsonValue } from '../../schema/json.js'
import { severities, type Severity } from '../severity.js'

/** What can change between two manifests. */
export type ManifestChangeKind =
  | 'tool-added'
  | 'tool-removed'
  | 'tool-renamed'
  | 'effect-widened'
  | 'effect-narrowed'
  | 'approval-loosened'
  | 'approval-tightened'
  | 'schema-changed'
  | 'setting-changed'
  | 'wording'
  | 'server-added'
  | 'server-removed'
  | 'server-changed'
  | 'agent-added'
  | 'agent-removed'
  | 'agent-gains'
  | 'agent-loses'
  | 'agent-entries'

/** One change that a reviewer is asked to accept. */
export interface ManifestChange {
  readonly kind: ManifestChangeKind
  /** `server/name`; absent where no tool is meant. */
  readonly toolId?: string | undefined
  /** The agent that is meant. */
  readonly agent?: string | undefined
  readonly message: string
  readonly severity: Severity
  /** What stood there; absent where nothing did. */
  readonly before?: JsonValue | undefined
  /** What stands there now; absent where nothing does. */
  readonly after?: JsonValue | undefined
  /** What changed in the contract, where both are at hand. */
  readonly changes?: readonly ContractChange[] | undefined
  /** Whether callers that keep to the old contract may fail; absent where that is not known or no matter. */
  readonly breaking?: boolean | undefined
}

/** Worst first, then by tool, agent, kind and words. */
export function sortChanges(changes: readonly ManifestChange[]): readonly ManifestChange[] {
  const keyed = changes.map((change) => ({ change: Object.freeze(change), key: sortKey(change) }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  return Object.freeze(keyed.map(({ change }) => change))
}

function sortKey({ severity, toolId = '', agent = '', kind, message }: ManifestChange): string {
  const rank = severities.indexOf(severity).toString()
  return [rank, toolId, agent, kind, message].join('\u0000')
}
