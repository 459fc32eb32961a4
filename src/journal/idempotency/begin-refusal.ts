import { quoteName } from '../../errors/quoted-name.js'
import type { ToolError } from '../../errors/tool-error.js'
import { layerError, type LayerFailure } from '../../registry/call/layer-error.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { JournalRecord } from '../record/journal-record.js'
import { adviceOnChange } from '../../registry/suspended/advice-on-change.js'
import type { Begun } from '../states/begin.js'

/** What a call is told that may not begin. */
export type Refusal = Extract<
  Begun['status'],
  'in-flight' | 'in-doubt' | 'denied' | 'key-reused' | 'contract-changed' | 'over'
>

/** When a caller may ask again about a call that runs. */
const retryAfterMs = 1000

/** The error of a call that may not begin, by what its record says; `cause` is what led to it, where something did. */
export function beginRefusal(
  call: ToolCall,
  begun: Extract<Begun, { readonly status: Refusal }>,
  cause?: unknown,
): ToolError {
  const caused = cause === undefined ? {} : { cause }
  const why = isSelfMending(call, begun) ? `${whyOf(begun)} ${selfMending}` : whyOf(begun)
  return layerError(call, { ...refusals[begun.status], why, ...caused })
}

/** In the quiet time nobody may ask a tool yet that can find out by itself. */
function isSelfMending({ definition }: ToolCall, begun: Pick<Begun, 'status'>): boolean {
  const isTooEarly = begun.status === 'in-doubt' && 'isQuiet' in begun && begun.isQuiet === false
  return isTooEarly && definition.prepareReconcile !== undefined
}

const selfMending =
  'Once the quiet time of the record is over, the same call finds out by the `reconcile` of the tool.'

function whyOf(begun: Extract<Begun, { readonly status: Refusal }>): string {
  if (begun.status === 'over') return over
  const { status, record } = begun
  return whys[status](record, `record ${record.id}`)
}

const over = 'what was to go on has ended meanwhile. Call it anew if it has to happen.'

const refusals = {
  'in-flight': { code: 'IN_FLIGHT', disposition: 'in-doubt', retryAfterMs },
  'in-doubt': { code: 'IN_DOUBT', disposition: 'in-doubt' },
  denied: { code: 'APPROVAL_DENIED', disposition: 'did-not-happen' },
  'key-reused': { code: 'KEY_REUSED', disposition: 'did-not-happen' },
  'contract-changed': { code: 'CONTRACT_CHANGED', disposition: 'did-not-happen' },
  over: { code: 'ALREADY_ANSWERED', disposition: 'did-not-happen' },
} as const satisfies Record<Refusal, Omit<LayerFailure, 'why'>>

const whys: Readonly<
  Record<Exclude<Refusal, 'over'>, (record: JournalRecord, id: string) => string>
> = {
  'in-flight': ({ call }, id) =>
    `call ${quoteName(call.callId)} with the same key is running (${id}). Ask again later.`,
  'in-doubt': ({ attempt }, id) =>
    `an earlier attempt may have landed (${id}, attempt ${attempt.toString()}). Find out whether it did, then resolve or release the record with \`tallystick journal\`.`,
  denied: ({ closedFor }, id) =>
    closedFor === 'expired' ? `nobody decided in time (${id}).` : `a person said no (${id}).`,
  'key-reused': (_record, id) =>
    `its key was used with other arguments (${id}). Give another effect another key.`,
  'contract-changed': ({ question }, id) =>
    `the tool or its grant has changed since the question was asked (${id}). ${adviceOnChange[question?.kind ?? 'answer']}`,
}
