import { ToolError } from '../../errors/tool-error.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { acceptContext } from '../../registry/call/accept-context.js'
import { suspensionKind, type SuspensionKind } from '../../tools/suspension.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { AnsweredCall, TurnContext } from './answer-calls.js'
import { toCallAnswer, toFailedAnswer, type CallAnswer } from './call-answer.js'
import { answerLate } from './late-answer.js'
import {
  findAnothers,
  meetsAnothers,
  noAnswer,
  notAsked,
  ofAnother,
  refuseAnothers,
  type Asker,
} from './whose-question.js'

/** A call of a turn that waits. Plain JSON: it may be kept until somebody has decided. */
export interface WaitingCall {
  /** Its place in the results of the turn. */
  readonly index: number
  /** The id that the model gave. */
  readonly callId?: string
  /** The name as the model wrote it. */
  readonly name: string
  /** What `registry.resume`, `journal.approve` and `journal.deny` know the question by. */
  readonly suspensionId: string
  /** What it waits for: a person's decision, an answer, or word from outside. */
  readonly kind: SuspensionKind
  /** Why, in words a person reads; of a question that somebody else is asked no more than that. */
  readonly reason: string
  /** The JSON Schema of the answer; one that nothing fits where somebody else is asked. */
  readonly inputSchema: JsonSchema
  /** Why the answer that was brought last was not taken, where one was. */
  readonly problem?: string
}

/** The calls among the answers that wait. */
export function findWaiting(answers: readonly AnsweredCall[]): readonly WaitingCall[] {
  const waiting = answers.flatMap(({ callId, name, answer }, index): WaitingCall[] => {
    if (answer.status !== 'waiting') return []
    const { suspension } = answer
    const { id: suspensionId = '', reason, inputSchema } = suspension
    const own = { index, ...(callId === undefined ? {} : { callId }), name }
    return [
      Object.freeze({
        ...own,
        suspensionId,
        kind: suspensionKind(suspension),
        reason,
        inputSchema,
      }),
    ]
  })
  return Object.freeze(waiting)
}

/** What lets a call of a turn go on. */
export interface GoingOn {
  readonly registry: ToolRegistry
  readonly context: TurnContext | undefined
  /** The answer to its question, in a list of one; absent where a decision or an answer was recorded before. */
  readonly said?: readonly [JsonValue] | undefined
}

/** What a call that waited came to; still waiting, perhaps with the reason why an answer was not taken. */
export type WentOn = { readonly answer: CallAnswer } | { readonly waiting: WaitingCall }

/**
 * Lets a call go on that waited, and only that one. Where nobody has decided it waits on, and so it does where the answer
 * breaks its schema, because nothing was recorded then. What is somebody else's does not go on.
 *
 * @throws DefinitionError where no layer of the registry keeps suspended calls.
 */
export async function goOnWith(call: WaitingCall, going: GoingOn): Promise<WentOn> {
  const context = ToolContext.forModelCall(acceptContext(going.context), {})
  const { registry, said } = going
  try {
    const anothers = await refuseOrWait(call, { registry, context, said })
    if (anothers !== undefined) return anothers
    const outcome = await registry.resume(call.suspensionId, said?.[0], context)
    return { answer: toCallAnswer({ status: 'fulfilled', value: outcome }, { isKeyed: false }) }
  } catch (error) {
    if (!ToolError.is(error)) throw error
    // An answer that comes too late is none: what was said before it counts.
    if (error.code === 'ALREADY_ANSWERED' && said !== undefined) {
      return goOnWith(call, { registry, context: going.context })
    }
    if (error.code !== 'INVALID_ANSWER') {
      return { answer: await answerLate({ ...call, ...going }, error) }
    }
    return { waiting: said === undefined ? call : { ...call, problem: error.modelText } }
  }
}

/** Whoever holds a kept turn lets nothing go on that is not theirs. Undefined for what is. */
async function refuseOrWait(
  call: WaitingCall,
  { said, ...asker }: Asker & Pick<GoingOn, 'said'>,
): Promise<WentOn | undefined> {
  const found = await findAnothers(call.suspensionId, asker)
  if (found === undefined) return undefined
  const { registry } = asker
  if (found.progress !== 'open' || !meetsAnothers(found.tool, registry)) {
    return { answer: toFailedAnswer(refuseAnothers(found, registry)) }
  }
  const masked: WaitingCall = { ...call, reason: ofAnother, inputSchema: noAnswer }
  return { waiting: said === undefined ? masked : { ...masked, problem: notAsked } }
}
