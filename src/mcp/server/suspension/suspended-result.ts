import { callAgain, isKeyedCall } from '../../../tools/keyed-call.js'
import type { Suspension } from '../../../tools/suspension.js'
import { toTextResult } from '../results/call-results.js'
import type { CallAnswer, ToolRequest } from '../results/tool-request.js'
import { askClient } from './ask-client.js'
import { findWaiting, type WaitingCall } from './waiting-call.js'

/** Under this key of a result's `_meta` stands what a call waits for, and the reference of the question. */
const suspensionKey = 'dev.tallystick/suspension'

/** What a caller is told of a call that waits: the question itself where it may answer, else where that is answered. */
export async function toSuspendedResult(
  request: ToolRequest,
  suspension: Suspension,
): Promise<CallAnswer> {
  const waiting = await findWaiting(request, suspension)
  return (await askClient(request, waiting)) ?? toWaitingResult(request, waiting)
}

/** The words for a call that waits for somebody else. A tool with an output schema can say them in an error only. */
function toWaitingResult(
  { definition, context }: ToolRequest,
  { kind, suspensionId, reason, isOwn }: WaitingCall,
): CallAnswer {
  const said = isOwn ? first[kind](reason) : firstOfAnother[kind]
  const advice = isKeyedCall(definition, context) ? callAgain : anew
  const text = `${said} Reference: ${suspensionId}. ${advice}`
  const meta = { [suspensionKey]: { kind, reference: suspensionId } }
  return toTextResult(text, { isError: definition.outputSchema !== undefined, meta })
}

const first: Readonly<Record<WaitingCall['kind'], (reason: string) => string>> = {
  approval: () => firstOfAnother.approval,
  answer: (reason) =>
    `Waiting for an answer: ${reason} This client cannot be asked; whoever runs the server can answer.`,
  external: (reason) => `Waiting for somebody else to carry this out: ${reason}`,
}

/** What a question says is for whom the call is made. */
const firstOfAnother: Readonly<Record<WaitingCall['kind'], string>> = {
  approval: 'Waiting for approval by a person, which cannot be given here.',
  answer: 'Waiting for an answer, which nobody but who made this call first can give here.',
  external: 'Waiting for somebody else to carry this out.',
}

const anew =
  'Do not call again: that would be another call. Whoever runs the server can say what became of this one.'
