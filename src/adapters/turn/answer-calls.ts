// How one turn of calls is answered, whatever the SDK: read once, resolved exactly, dispatched together, answered by
// index. It knows no SDK; what a call or a result looks like there is the business of its adapter.
import type { BatchedCall, BatchedResult, BatchOptions } from '../../registry/call/dispatch-all.js'
import { acceptContext } from '../../registry/call/accept-context.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolContextInit } from '../../tools/context-init.js'
import type { InputHabit } from '../../tools/input-habit.js'
import { isKeyedCall } from '../../tools/keyed-call.js'
import { ToolContext } from '../../tools/tool-context.js'
import { toCallAnswer, type CallAnswer } from './call-answer.js'
import { readModelInput, type InputForm, type ModelCall } from './model-call.js'
import type { Offer } from './offered-tools.js'
import { withoutAnothers } from './whose-question.js'

/** Who a turn belongs to: a context, or its fields. The ids of its calls are the model's. */
export type TurnContext = ToolContext | Omit<ToolContextInit, 'callId' | 'callerKey'>

/** A call of a turn and what it came to. */
export interface AnsweredCall {
  /** The id that the model gave. */
  readonly callId: string | undefined
  /** The name as the model wrote it. */
  readonly name: string
  /** How its arguments were not what the API promises. */
  readonly habits: readonly InputHabit[]
  readonly answer: CallAnswer
}

/** How the calls of a turn are carried out. */
export interface AnswerRequest extends BatchOptions {
  readonly form: InputForm
  readonly context: TurnContext | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Answers the calls of one turn. Whatever a call comes to is an answer: a name that nothing has, arguments that are
 * refused, a failure and a question, too.
 *
 * @throws DefinitionError for a context or an option that is not valid.
 */
export async function answerCalls(
  offer: Offer,
  calls: readonly ModelCall[],
  { form, context: given, signal, ...options }: AnswerRequest,
): Promise<readonly AnsweredCall[]> {
  const context = acceptContext(given)
  const read = calls.map((call) => ({ ...call, ...readModelInput(call.input, form) }))
  const batch = read.map(({ callId, name, input, habits }): BatchedCall => ({
    tool: name,
    input: offer.fromModel(name, input),
    context: ToolContext.forModelCall(context, { callId, signal, habits }),
  }))
  const results = await dispatchExactly(offer.registry, batch, options)
  const asker = { registry: offer.registry, context }
  const answered = read.map(async ({ callId, name, habits }, index) => {
    const definition = offer.registry.find(name)
    const isKeyed = definition !== undefined && isKeyedCall(definition, context)
    const said = toCallAnswer(results[index] as BatchedResult, { isKeyed })
    const answer = await withoutAnothers(said, asker)
    return Object.freeze({ callId, name, habits, answer })
  })
  return Object.freeze(await Promise.all(answered))
}

/** Dispatch takes other spellings of a tool, too; a model has the wire name only. */
async function dispatchExactly(
  registry: ToolRegistry,
  batch: readonly BatchedCall[],
  options: BatchOptions,
): Promise<readonly BatchedResult[]> {
  const refused = batch.map((call) => refuseSpelling(registry, call))
  const sound = batch.filter((_, index) => refused[index] === undefined)
  const results = (await registry.dispatchAll(sound, options)).values()
  return refused.map((refusal) => refusal ?? (results.next().value as BatchedResult))
}

function refuseSpelling(registry: ToolRegistry, { tool }: BatchedCall): BatchedResult | undefined {
  const found = registry.find(tool)
  if (found === undefined || found.wireName === tool) return undefined
  try {
    registry.resolve(String(tool))
    return undefined
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}
