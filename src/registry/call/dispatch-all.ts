import { assertOptions } from '../../errors/assert-options.js'
import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { toRule, type OptionRule } from '../../errors/option-problems.js'
import { quoteName } from '../../errors/quoted-name.js'
import { ToolError, type ToolIdentity } from '../../errors/tool-error.js'
import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'

/** One call of several that belong together, as one turn of a model asks for them. */
export interface BatchedCall {
  /** The tool, as `dispatch` takes it. */
  readonly tool: string | ToolIdentity
  /** The arguments, as a model sent them. */
  readonly input: unknown
  /** Who and what this call belongs to; its `callId` is unique in the batch. */
  readonly context?: ToolContext | ToolContextInit | undefined
}

/** How a batch is carried out. */
export interface BatchOptions {
  /**
   * How many calls run at the same time; they start in their order.
   * @defaultValue all of them
   */
  readonly concurrency?: number | undefined
}

/** What a call of a batch came to; `reason` is always a `ToolError`. */
export type BatchedResult = PromiseSettledResult<ToolOutcome>

/**
 * Dispatches several calls, each as if it were alone: what becomes of one does not touch the others. The second call of
 * a call id is REFUSED, for one of the two answers would be taken for the other's.
 *
 * @throws DefinitionError when the calls are not a list of calls that name a tool, or an option is
 * unknown or wrong.
 */
export async function dispatchAll(
  calls: readonly BatchedCall[],
  dispatch: (call: BatchedCall) => Promise<ToolOutcome>,
  options: BatchOptions,
): Promise<readonly BatchedResult[]> {
  assertBatch(calls, options)
  const { concurrency = Infinity } = options
  // A body that still holds the list must not make it longer.
  const batch = [...calls]
  const results: BatchedResult[] = []
  const repeated = findRepeated(batch)
  const waiting = batch.entries()
  const work = async (): Promise<void> => {
    for (const [index, call] of waiting) {
      const callId = repeated.get(index)
      const outcome = callId === undefined ? dispatch(call) : refuse(callId)
      results[index] = await settle(outcome)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, batch.length) }, work))
  return Object.freeze(results)
}

async function settle(outcome: Promise<ToolOutcome>): Promise<BatchedResult> {
  const [result] = await Promise.allSettled([outcome])
  return Object.freeze(result)
}

/** The calls whose id an earlier call has, by index. */
function findRepeated(calls: readonly BatchedCall[]): ReadonlyMap<number, string> {
  const seen = new Set<string>()
  const repeated = new Map<number, string>()
  for (const [index, call] of calls.entries()) {
    const callId = givenCallId(call)
    if (callId === undefined) continue
    if (seen.has(callId)) repeated.set(index, callId)
    seen.add(callId)
  }
  return repeated
}

/** A context that was made without a call id gives each call one of its own. */
function givenCallId({ context }: BatchedCall): string | undefined {
  return ToolContext.is(context) ? ToolContext.givenCallIdOf(context) : context?.callId
}

function refuse(callId: string): Promise<never> {
  const message = `dispatchAll: an earlier call of the batch has the call id ${quoteName(callId)}. Give each call its own.`
  return Promise.reject(
    new ToolError({ code: 'REFUSED', disposition: 'did-not-happen', message, callId }),
  )
}

const rules = {
  concurrency: toRule(
    'a whole number above 0: how many calls may run at the same time',
    (value) => value === Infinity || (Number.isInteger(value) && Number(value) > 0),
  ),
} satisfies Record<keyof BatchOptions, OptionRule>

function assertBatch(calls: unknown, options: unknown): void {
  const subject = 'dispatchAll'
  const problems = callProblems(subject, calls)
  if (problems.length > 0) throw new DefinitionError(problems)
  assertOptions(subject, options, rules)
}

function callProblems(subject: string, calls: unknown): readonly DefinitionProblem[] {
  const fix = "Pass [{ tool: 'ledger/balance', input: {} }]."
  if (!Array.isArray(calls)) return [{ subject, message: 'the calls are not a list.', fix }]
  // `Array.from` sees the holes of a list, too.
  const indexes = Array.from(calls, (call: unknown, index) => (isCall(call) ? -1 : index))
  const wrong = indexes.filter((index) => index >= 0)
  return wrong.map((index) => ({
    subject,
    message: `call ${index.toString()} is no object that names a tool.`,
    fix,
  }))
}

/** What else is wrong with a call is said when it is dispatched, and costs no other. */
function isCall(call: unknown): boolean {
  if (typeof call !== 'object' || call === null) return false
  const { tool } = call as { readonly tool?: unknown }
  return typeof tool === 'string' || (typeof tool === 'object' && tool !== null)
}
