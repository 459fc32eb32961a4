import type { ToolError } from '../../errors/tool-error.js'
import type { Admission, AdmittedArguments } from '../../tools/tool-definition.js'
import { callError } from './call-error.js'
import type { LiveCall } from './live-call.js'
import { createReference } from './reference.js'

/**
 * Admits the input of a call, or the arguments a layer changed.
 * @throws ToolError INVALID_ARGUMENTS; UNAVAILABLE when the tool's own definition is at fault.
 */
export async function admitArguments(live: LiveCall, input: unknown): Promise<AdmittedArguments> {
  const admission = await admitOrUnavailable(live, input)
  if (admission.status === 'admitted') return admission.admitted
  const { issues } = admission
  const messages = issues.map(({ message }) => message).join(' ')
  throw callError(live, {
    code: 'INVALID_ARGUMENTS',
    why: `the arguments were refused. ${messages}`,
    issues,
  })
}

async function admitOrUnavailable(live: LiveCall, input: unknown): Promise<Admission> {
  try {
    const admission = await live.definition.admit(input)
    assertAdmission(admission)
    return admission
  } catch (cause) {
    throw unavailable(
      live,
      'its arguments cannot be admitted; the cause says what is wrong with the tool.',
      cause,
    )
  }
}

/** The error of a tool that cannot run, through no fault of the caller. */
export function unavailable(live: LiveCall, why: string, cause: unknown): ToolError {
  const reference = createReference()
  return callError(live, { code: 'UNAVAILABLE', why, reference, cause })
}

function assertAdmission(admission: Partial<Admission> | undefined): void {
  if (admission?.status === 'admitted' || admission?.status === 'refused') return
  throw new TypeError('`admit` returned no admission.')
}
