import type { ToolError } from '../../errors/tool-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { isObject } from '../../schema/is-object.js'
import { toJsonOutput } from '../../schema/json-output.js'
import type { JsonObject } from '../../schema/json.js'
import { isSameJson } from '../../schema/same-json.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'
import {
  repeatsNext,
  type NextLayer,
  type ToolCall,
  type ToolLayer,
} from '../../tools/tool-layer.js'
import { admitArguments } from './admit-arguments.js'
import { adoptError, callError } from './call-error.js'
import { keyedContext, runWithKey } from './call-keys.js'
import { CallStep, type Stage } from './call-step.js'
import { copyLayerOutcome } from './layer-outcome.js'
import type { LiveCall } from './live-call.js'
import type { Passage, Result } from './passage.js'
import { createReference } from './reference.js'
import { findSoundError } from './sound-error.js'
import { stayInside } from './transaction-of-context.js'

/** Where a layer stands; the same for all calls. */
export interface LayerPlace {
  readonly layer: ToolLayer
  readonly inner: Stage
  /** The layer further out from which on arguments stay what they are; undefined where they may still change. */
  readonly sealedBy: ToolLayer | undefined
}

const lostOutcome =
  'it answered while what `next` had started was still running, so that its outcome is lost. Await `next`.'

const notAnError =
  'it threw something that is not a ToolError. Let what `next` rejects with through, or throw a ToolError.'

const notACall =
  'it passed on something that is not a call. Pass on what it got, or a copy: { ...call, context }.'

const swallowed =
  'it answered a call that had been cancelled. Let what `next` rejects with through.'

/** One passage of a call through one layer: holds the layer to its contract on the way in and on the way out. */
export class LayerPassage implements Passage {
  readonly #place: LayerPlace
  readonly #step: CallStep
  readonly #live: LiveCall
  readonly #outer: Passage
  #nextCount = 0
  #isInside = false
  #isLeft = false
  /** What comes out next is what a body came to. */
  #hasResult = false
  /** What a body came to, taken by the layer. */
  #taken: Result | undefined
  #passedOn: ToolContext | undefined
  #innerOutcome: ToolOutcome | undefined
  #innerFailure: unknown
  #brokenContract: ToolError | undefined

  constructor(place: LayerPlace, step: CallStep, live: LiveCall) {
    this.#place = place
    this.#step = step
    this.#live = live
    this.#outer = step.inside ?? live
  }

  get isOpen(): boolean {
    return !this.#isLeft && this.#outer.isOpen
  }

  /** What the layer gets as `next`. What it settles to is never an unhandled rejection, whether or not the layer awaits it. */
  readonly next: NextLayer = (given) => {
    const going = this.#goInwards(given)
    going.catch(ignore)
    return going
  }

  bringResult(): void {
    this.#hasResult = true
  }

  /** @throws ToolError LAYER_FAILED when the layer broke its contract or returned no outcome. */
  toOutcome(returned: ToolOutcome): ToolOutcome {
    this.#leave()
    if (this.#brokenContract !== undefined) throw this.#brokenContract
    if (this.#isInside) throw this.#breakContract(lostOutcome)
    if (this.#hasSwallowedCancellation) throw this.#breakContract(swallowed)
    if (this.#innerOutcome !== undefined && returned === this.#innerOutcome) return returned
    const outcome = copyLayerOutcome(returned)
    if (outcome === undefined)
      throw this.#breakContract(
        'it returned nothing that is an outcome. Return what `next` resolved to.',
      )
    return outcome
  }

  /** What the call fails with when the layer threw. */
  toError(thrown: unknown): ToolError {
    this.#leave()
    const live = this.#live
    // More may be known by now than when the contract was broken.
    if (this.#brokenContract !== undefined) return this.#adopt(this.#brokenContract)
    const error = findSoundError(thrown)
    if (error === undefined) {
      return this.#breakContract(notAnError, thrown)
    }
    if (error.callId !== undefined && error.callId !== live.context.callId) {
      return this.#breakContract('it let the error of another call through.', thrown)
    }
    return this.#adopt(error)
  }

  /** What was inside ended because the call was cancelled, and the layer answered all the same. */
  get #hasSwallowedCancellation(): boolean {
    const error = findSoundError(this.#innerFailure)
    const isCancellation = error?.code === 'CANCELLED' || error?.code === 'TIMED_OUT'
    return isCancellation && !this.#live.isOpen
  }

  /** What an error says counts for the transaction that the layer stands in. */
  #adopt(error: ToolError): ToolError {
    const step = this.#step
    const live = this.#live
    const { definition, mark } = live
    return adoptError({ definition, mark, context: step.context }, error)
  }

  /** The layer has its answer: what it took of a body goes on outwards in that. */
  #leave(): void {
    this.#isLeft = true
    if (this.#taken !== undefined) this.#outer.bringResult()
  }

  /** What was inside has ended. A result that the layer no longer waits for is told as late. */
  #settle(result: Result): void {
    this.#isInside = false
    if (!this.#hasResult) return
    this.#hasResult = false
    if (this.#isGivenUp()) this.#live.tellLate(result)
    else this.#taken = result
  }

  /** The layer goes inwards again in place of what it took: where nobody waits for either, that is told. */
  #dropTaken(): void {
    if (this.#taken !== undefined && !this.#outer.isOpen) this.#live.tellLate(this.#taken)
    this.#taken = undefined
  }

  #isGivenUp(): boolean {
    const { context } = this.#step
    const passedOn = this.#passedOn ?? context
    return this.#isLeft || ToolContext.hasGivenUp(context, passedOn)
  }

  async #goInwards(given: ToolCall): Promise<ToolOutcome> {
    const step = this.#step
    const live = this.#live
    const { inner } = this.#place
    try {
      this.#enter()
      const next = given === step.call ? step : await this.#changedStep(given)
      this.#passedOn = next.context
      const outcome = await runWithKey(next.context, live, () => inner(next.goInside(this), live))
      this.#innerOutcome = outcome
      this.#settle({ outcome })
      return outcome
    } catch (failure) {
      this.#innerFailure = failure
      this.#settle({ failure })
      throw failure
    }
  }

  #enter(): void {
    this.#assertMayGoInwards()
    this.#nextCount += 1
    this.#isInside = true
    this.#dropTaken()
  }

  #assertMayGoInwards(): void {
    if (this.#isLeft) throw this.#breakContract('it called `next` after it had answered.')
    if (this.#nextCount === 0) return
    const mayRepeat = this.#place.layer[repeatsNext] === true && !this.#isInside
    if (!mayRepeat) throw this.#breakContract('it called `next` twice. Call it at most once.')
  }

  async #changedStep(given: ToolCall): Promise<CallStep> {
    const step = this.#step
    const live = this.#live
    const { definition, arguments: changed, context: passedOn } = this.#readCall(given)
    if (definition !== live.definition) {
      throw this.#breakContract(
        'it passed on another definition. Only `arguments` and `context` may differ.',
      )
    }
    if (!live.owns(passedOn)) {
      throw this.#breakContract(
        'it passed on a context that is not of this call. Derive it with `context.with`.',
      )
    }
    const context = stayInside(step.context, passedOn)
    const isSame = changed === step.call.arguments
    if (!isSame) this.#assertUnsealed(changed)
    if (isSame) return new CallStep({ definition, admitted: step.admitted, context })
    const admitted = await admitArguments(live, changed)
    // What was given may read in one way now and in another then: what counts is what was admitted.
    this.#assertUnsealed(admitted.json)
    if (ToolContext.bindingOf(context).isResumed === true) this.#assertAsRecorded(admitted.json)
    const keyed = keyedContext(live, admitted, context)
    const next = new CallStep({ definition, admitted, context: keyed })
    if (!isSameJson(admitted.json, step.call.arguments)) await live.link.judge(next.call)
    return next
  }

  /** What was approved or claimed is what runs. */
  #assertUnsealed(changed: unknown): void {
    const { sealedBy } = this.#place
    const step = this.#step
    if (sealedBy === undefined || readsAs(changed, step.call.arguments)) return
    throw this.#breakContract(
      `it changed the arguments inside layer ${quoteName(sealedBy.name)}, which sealed them. ` +
        'Register it after that layer, so that it stands outside.',
    )
  }

  /** A call goes on with the arguments it was suspended with: they have passed through the layers once. */
  #assertAsRecorded(changed: JsonObject): void {
    if (isSameJson(changed, this.#step.call.arguments)) return
    throw this.#breakContract(
      'it changed the arguments of a suspended call that goes on, which it has seen before. ' +
        'Let what it makes of arguments stay the same when it gets that again.',
    )
  }

  #readCall(given: ToolCall): ToolCall {
    try {
      const { definition, arguments: changed, context } = given
      // Of anything else admit would make arguments: of nothing, `{}`.
      if (!isObject(changed)) throw new TypeError('its `arguments` are no object')
      return { definition, arguments: changed, context }
    } catch (cause) {
      throw this.#breakContract(notACall, cause)
    }
  }

  /** The error of a broken contract. It sticks: a layer that swallows it still fails the call. */
  #breakContract(why: string, ...causes: unknown[]): ToolError {
    const { layer } = this.#place
    const live = this.#live
    this.#brokenContract = callError(live, {
      code: 'LAYER_FAILED',
      why: `layer ${quoteName(layer.name)} broke its contract: ${why}`,
      reference: createReference(),
      ...(causes.length === 0 ? {} : { cause: causes[0] }),
    })
    live.report.brokenLayer(this.#brokenContract)
    return this.#brokenContract
  }
}

function ignore(): void {
  // Whoever waits hears of it.
}

/** True for what a layer passed on, which may be anything, when its JSON is that of the arguments it got. */
function readsAs(changed: unknown, sealed: unknown): boolean {
  const json = toJsonOutput(changed)
  return json.status === 'json' && isSameJson(json.value, sealed)
}
