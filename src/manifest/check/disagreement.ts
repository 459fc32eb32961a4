import type { ContractChange } from '../contract/contract-change.js'
import type { DocumentPlace } from '../read/document-problems.js'
import { severities, type Severity } from '../severity.js'

/** The kinds of disagreement, each with how bad it is. */
export const disagreementKinds = {
  /** Implemented, but not granted. */
  'not-granted': 'high',
  /** Granted, but not implemented. */
  'not-implemented': 'medium',
  /** Granted with a milder effect than the code declares. */
  'laxer-effect': 'high',
  /** A class tool whose arguments stand in the manifest as well. */
  'repeated-arguments': 'medium',
  /** The contract is another one than the reviewed one; milder where what changed is known and milder. */
  'contract-drift': 'high',
  /** A reference that names no tool whatever is registered. */
  'unparseable-ref': 'high',
  /** A tool that is granted twice. */
  'duplicate-grant': 'high',
  /** A grant that says nothing to the model. */
  'description-missing': 'medium',
  /** Approval is asked for, and no layer asks anybody. */
  'approval-without-layer': 'high',
  /** A key is granted to a tool whose code says what its key is. */
  'key-of-code': 'medium',
  /** A key is granted that no arguments of the tool can have. */
  'key-without-argument': 'medium',
  /** A key is asked for, and nothing remembers it. */
  'key-without-journal': 'high',
  /** A foreign server whose tools are there and that the manifest does not list. */
  'server-not-listed': 'high',
  /** A foreign server that is reached by another command or URL than the reviewed one. */
  'transport-drift': 'high',
  /** A text names a tool that is not granted. */
  'ungranted-reference': 'medium',
  /** A text holds characters that a reviewer does not see. */
  'invisible-text': 'high',
  /** An agent lists what is not there. */
  'unknown-agent-entry': 'medium',
} as const satisfies Record<string, Severity>

/** The kind of a disagreement. */
export type DisagreementKind = keyof typeof disagreementKinds

/** One way in which code and manifest do not match. Any of them keeps a deployment from starting. */
export interface Disagreement {
  readonly kind: DisagreementKind
  /** `server/name`; the reference as written where it is none; absent where the document as a whole is meant. */
  readonly toolId: string | undefined
  readonly message: string
  /** How bad it is. */
  readonly severity: Severity
  /** What to do, with the command that does it where there is one. */
  readonly fix: string
  /** Where the grant stands; absent for what is not in a document. */
  readonly place?: DocumentPlace | undefined
  /** What changed in the contract, where the reviewed one is at hand. */
  readonly changes?: readonly ContractChange[] | undefined
}

/** What a rule finds; the severity is that of the kind unless the rule knows better. */
export type Finding = Omit<Disagreement, 'severity'> & Partial<Pick<Disagreement, 'severity'>>

/** By tool, then by severity, then by kind and words. */
export function sortDisagreements(findings: readonly Finding[]): readonly Disagreement[] {
  return findings
    .map((finding) => Object.freeze({ severity: disagreementKinds[finding.kind], ...finding }))
    .sort((a, b) => compareTexts(sortKey(a), sortKey(b)))
}

function sortKey({ toolId = '', severity, kind, message }: Disagreement): string {
  return [toolId, severities.indexOf(severity).toString(), kind, message].join('\u0000')
}

function compareTexts(first: string, second: string): number {
  return first < second ? -1 : Number(first > second)
}
