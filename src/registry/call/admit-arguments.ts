import type { ToolError } from '../../errors/tool-error.js'
import type { Admission, AdmittedArguments } from '../../tools/tool-definition.js'
import { callError } from './call-error.js'
import type { LiveCall } from './live-call.js'
import { createReference } from './reference.js'
import { isThenable } from '../../tools/thenable.js'
import { rejectWith } from './reject-with.js'

/**
 * Admits the input of a call, or the arguments a layer changed. A promise where a rule is asynchronous, and where nothing
 * was admitted: then it rejects.
 * @throws ToolError INVALID_ARGUMENTS; UNAVAILABLE when the tool's own definition is at fault.
 */
export function admitArguments(
  live: LiveCall,
  input: unknown,
): AdmittedArguments | Promise<AdmittedArguments> {
  let admission: Admission | PromiseLike<Admission>
  try {
    admission = live.definition.admit(input)
  } catch (cause) {
    return rejectWith(inadmissible(live, cause))
  }
  return isThenable(admission) ? admitLater(live, admission) : toAdmitted(live, admission)
}

async function admitLater(
  live: LiveCall,
  later: PromiseLike<Admission>,
): Promise<AdmittedArguments> {
  let admission: Admission
  try {
    admission = await later
  } catch (cause) {
    throw inadmissible(live, cause)
  }
  return toAdmitted(live, admission)
}

function toAdmitted(
  live: LiveCall,
  admission: Partial<Admission> | undefined,
): AdmittedArguments | Promise<never> {
  if (admission?.status === 'admitted') return (admission as Admitted).admitted
  return rejectWith(
    admission?.status === 'refused'
      ? refusal(live, (admission as Refused).issues)
      : inadmissible(live, new TypeError('`admit` returned no admission.')),
  )
}

function refusal(live: LiveCall, issues: Refused['issues']): ToolError {
  const messages = issues.map(({ message }) => message).join(' ')
  const why = `the arguments were refused. ${messages}`
  return callError(live, { code: 'INVALID_ARGUMENTS', why, issues })
}

type Admitted = Admission & { readonly status: 'admitted' }
type Refused = Admission & { readonly status: 'refused' }

function inadmissible(live: LiveCall, cause: unknown): ToolError {
  const why = 'its arguments cannot be admitted; the cause says what is wrong with the tool.'
  return unavailable(live, why, cause)
}

/** The error of a tool that cannot run, through no fault of the caller. */
export function unavailable(live: LiveCall, why: string, cause: unknown): ToolError {
  const reference = createReference()
  return callError(live, { code: 'UNAVAILABLE', why, reference, cause })
}
