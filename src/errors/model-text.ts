import type { Disposition } from './disposition.js'
import type { ToolErrorCode } from './error-codes.js'
import type { Issue } from './issue.js'

/** What the constant sentences depend on. */
export interface ModelTextFacts {
  readonly code: ToolErrorCode
  readonly disposition: Disposition
  readonly issues?: readonly Issue[] | undefined
  readonly reference?: string | undefined
}

const sentences: Readonly<Record<ToolErrorCode, string>> = {
  UNKNOWN_TOOL: 'There is no such tool.',
  NOT_GRANTED: 'There is no such tool.',
  INVALID_ARGUMENTS: 'The arguments were refused.',
  MISSING_IDEMPOTENCY_KEY: 'The arguments do not name the effect of this call.',
  REFUSED: 'This call is not permitted.',
  APPROVAL_DENIED: 'This call was not approved.',
  KEY_REUSED: 'The same effect was already asked for with other arguments.',
  IN_FLIGHT: 'The same call is running. Its result is not known yet.',
  IN_DOUBT: 'An earlier attempt of this call has an unknown result. It was not tried again.',
  ALREADY_DONE: 'This was already done. Its result is no longer kept.',
  UNREACHABLE: 'The tool could not be reached.',
  UNAVAILABLE: 'The tool is not available.',
  BUSY: 'The tool is busy.',
  CANCELLED: 'The call was cancelled.',
  TIMED_OUT: 'The call took too long.',
  TOOL_FAILED: 'The tool failed unexpectedly.',
  OUTPUT_INVALID: 'The tool ran, but its result cannot be shown.',
  UNSUSPENDABLE: 'The tool wants to wait for an answer, which is not possible here.',
  JOURNAL_UNAVAILABLE: 'The call could not be recorded.',
  CONTRACT_CHANGED: 'The tool has changed since the call was suspended.',
  UNKNOWN_SUSPENSION: 'There is no such suspended call.',
  ALREADY_ANSWERED: 'The suspended call was already answered.',
  INVALID_ANSWER: 'The answer was refused.',
  LAYER_FAILED: 'The call could not be completed.',
}

const afterwords: Readonly<Record<Disposition, string>> = {
  'did-not-happen': '',
  'in-doubt': ' It is not known whether it took effect.',
  landed: ' It took effect.',
}

const selfExplaining: ReadonlySet<ToolErrorCode> = new Set<ToolErrorCode>([
  'IN_FLIGHT',
  'IN_DOUBT',
  'ALREADY_DONE',
  'OUTPUT_INVALID',
])

/** The constant text of a code for models, argument issues as a bullet list. */
export function standardModelText(facts: ModelTextFacts): string {
  const afterword = selfExplaining.has(facts.code) ? '' : afterwords[facts.disposition]
  const reference = facts.reference === undefined ? '' : ` Reference: ${facts.reference}.`
  const bullets = showsIssues(facts.code) ? (facts.issues ?? []).map(toBullet).join('') : ''
  return `${sentences[facts.code]}${afterword}${reference}${bullets}`
}

function showsIssues(code: ToolErrorCode): boolean {
  return code === 'INVALID_ARGUMENTS' || code === 'INVALID_ANSWER'
}

function toBullet({ message }: Issue): string {
  return `\n- ${message}`
}
