import type { JsonValue } from '../../schema/json.js'
import type { BatchOptions } from '../../registry/call/dispatch-all.js'
import { answerCalls, type AnsweredCall, type TurnContext } from './answer-calls.js'
import { assertAnswers, assertOpenTurn } from './assert-open-turn.js'
import type { CallAnswer } from './call-answer.js'
import { readRecord, type InputForm, type ModelCall } from './model-call.js'
import type { Offer } from './offered-tools.js'
import { findWaiting, goOnWith, type WaitingCall } from './waiting-call.js'

/** The answer to one turn of a model, in the shapes of its API. */
export interface Turn<Result, Message> {
  /** What is appended to the conversation: exactly one result for each call, in their order. */
  readonly messages: readonly Message[]
  /** The results alone, by the index of their call. */
  readonly results: readonly Result[]
  /** The calls that wait; what the model reads of them until then is among the results. */
  readonly waiting: readonly WaitingCall[]
  /** The calls that were carried out for this answer, with what each came to. */
  readonly calls: readonly AnsweredCall[]
}

/** What has to be kept of a turn until its waiting calls can go on. Plain JSON. */
export type OpenTurn<Result> = Pick<Turn<Result, unknown>, 'results' | 'waiting'>

/** Answers to questions by the `suspensionId` of each; any JSON is an answer, `false`, `0`, `''` and `null` too. */
export type TurnAnswers = Readonly<Record<string, JsonValue>>

/** How an API carries calls and results. */
export interface TurnFormat<Answer, Result, Message> {
  readonly form: InputForm
  /** The calls in what a model answered; none in what has none. */
  readonly readCalls: (answer: Answer) => readonly ModelCall[]
  readonly toResult: (call: Pick<ModelCall, 'callId' | 'name'>, answer: CallAnswer) => Result
  readonly toMessages: (results: readonly Result[]) => readonly Message[]
}

/** Carries out the calls of a model's turns. */
export interface TurnAnswerer<Answer, Result, Message> {
  /**
   * Carries out the calls of a turn and answers all of them. The ids that the model gave are the call ids, so that with the
   * `runId` of the context and a journal the same turn once more finds what its calls came to, and pays nothing twice.
   *
   * @throws DefinitionError for a context or an option that is not valid. What becomes of a call never throws.
   */
  readonly answer: (
    answer: Answer,
    context?: TurnContext,
    options?: BatchOptions,
  ) => Promise<Turn<Result, Message>>
  /**
   * Lets the calls of a turn go on that waited, each with its answer or with the decision that is on record, and leaves
   * the other results as they are. Calls that nobody decided on wait on. Tenant and principal of the context must be those
   * the calls were made for: to anybody else they are `UNKNOWN_SUSPENSION`.
   *
   * @throws DefinitionError where no layer of the registry keeps suspended calls, and for what is no turn that was kept.
   */
  readonly goOn: (
    turn: OpenTurn<Result>,
    context?: TurnContext,
    answers?: TurnAnswers,
  ) => Promise<Turn<Result, Message>>
}

/** What answers the turns of one API. */
export function createTurnAnswerer<Answer, Result, Message>(
  offer: Offer,
  format: TurnFormat<Answer, Result, Message>,
): TurnAnswerer<Answer, Result, Message> {
  return {
    answer: async (answer, context, options = {}) => {
      const { form } = format
      const calls = await answerCalls(offer, format.readCalls(readRecord(answer) as Answer), {
        ...options,
        form,
        context,
      })
      const results = calls.map((call) => format.toResult(call, call.answer))
      return toTurn(format, { results, calls, waiting: findWaiting(calls) })
    },
    goOn: (turn, context, answers) => goOnTurn(offer, format, { turn, context, answers }),
  }
}

async function goOnTurn<Answer, Result, Message>(
  { registry }: Offer,
  format: TurnFormat<Answer, Result, Message>,
  { turn, context, answers = {} }: GoOnRequest<Result>,
): Promise<Turn<Result, Message>> {
  assertOpenTurn(turn)
  assertAnswers(answers)
  const results = [...turn.results]
  const calls: AnsweredCall[] = []
  const waiting: WaitingCall[] = []
  for (const call of turn.waiting) {
    const said = saidTo(call, answers)
    const wentOn = await goOnWith(call, { registry, context, said })
    if ('waiting' in wentOn) {
      waiting.push(wentOn.waiting)
      continue
    }
    const own = { callId: call.callId, name: call.name }
    const answered = Object.freeze({ ...own, habits: [], answer: wentOn.answer })
    calls.push(answered)
    results[call.index] = format.toResult(own, wentOn.answer)
    waiting.push(...findWaiting([answered]).map((again) => ({ ...again, index: call.index })))
  }
  return toTurn(format, { results, calls, waiting })
}

interface GoOnRequest<Result> {
  readonly turn: OpenTurn<Result>
  readonly context: TurnContext | undefined
  readonly answers: TurnAnswers | undefined
}

function saidTo({ suspensionId }: WaitingCall, answers: TurnAnswers): [JsonValue] | undefined {
  if (!Object.hasOwn(answers, suspensionId)) return undefined
  return [answers[suspensionId] ?? null]
}

function toTurn<Answer, Result, Message>(
  { toMessages }: TurnFormat<Answer, Result, Message>,
  turn: Omit<Turn<Result, Message>, 'messages'>,
): Turn<Result, Message> {
  return Object.freeze({ ...turn, messages: toMessages(turn.results) })
}
