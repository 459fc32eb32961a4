import type { ToolError } from '../../errors/tool-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { canonicalJson } from '../../schema/canonical-json.js'
import { toJsonOutput } from '../../schema/json-output.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import {
  repeatsNext,
  type NextLayer,
  type ToolCall,
  type ToolLayer,
} from '../../tools/tool-layer.js'
import { admitArguments } from './admit-arguments.js'
import { adoptError, callError } from './call-error.js'
import { keyedContext, runWithKey } from './call-keys.js'
import { createStep, type CallStep, type Stage } from './call-step.js'
import { copyLayerOutcome } from './layer-outcome.js'
import type { LiveCall } from './live-call.js'
import type { Passage } from './passage.js'
import { createReference } from './reference.js'
import { findSoundError } from './sound-error.js'

/** What one passage of a call through one layer needs. */
export interface LayerPassageParts {
  readonly layer: ToolLayer
  readonly inner: Stage
  /** The layer further out from which on arguments stay what they are; undefined where they may still change. */
  readonly sealedBy: ToolLayer | undefined
  readonly step: CallStep
  readonly live: LiveCall
}

const lostOutcome =
  'it answered while what `next` had started was still running, so that its outcome is lost. Await `next`.'

/** One passage of a call through one layer: holds the layer to its contract on the way in and on the way out. */
export class LayerPassage implements Passage {
  readonly #parts: LayerPassageParts
  #nextCount = 0
  #isInside = false
  #isLeft = false
  #innerOutcome: ToolOutcome | undefined
  #brokenContract: ToolError | undefined

  constructor(parts: LayerPassageParts) {
    this.#parts = parts
  }

  get isOpen(): boolean {
    return !this.#isLeft && (this.#parts.step.inside?.isOpen ?? true)
  }

  /** What the layer gets as `next`. What it settles to is never an unhandled rejection, whether or not the layer awaits it. */
  readonly next: NextLayer = (given) => {
    const going = this.#goInwards(given)
    going.then(
      (outcome) => {
        this.#isInside = false
        this.#innerOutcome = outcome
      },
      () => {
        this.#isInside = false
      },
    )
    return going
  }

  /** @throws ToolError LAYER_FAILED when the layer broke its contract or returned no outcome. */
  toOutcome(returned: ToolOutcome): ToolOutcome {
    this.#isLeft = true
    if (this.#brokenContract !== undefined) throw this.#brokenContract
    if (this.#isInside) throw this.#breakContract(lostOutcome)
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
    this.#isLeft = true
    const { live } = this.#parts
    // More may be known by now than when the contract was broken.
    if (this.#brokenContract !== undefined) return adoptError(live, this.#brokenContract)
    const error = findSoundError(thrown)
    if (error === undefined) {
      return this.#breakContract('it threw something that is not a ToolError.', thrown)
    }
    if (error.callId !== undefined && error.callId !== live.context.callId) {
      return this.#breakContract('it let the error of another call through.', thrown)
    }
    return adoptError(live, error)
  }

  async #goInwards(given: ToolCall): Promise<ToolOutcome> {
    const { inner, step, live } = this.#parts
    this.#assertMayGoInwards()
    this.#nextCount += 1
    this.#isInside = true
    const { call, admitted } = given === step.call ? step : await this.#changedStep(given)
    return runWithKey(call.context, live, () => inner({ call, admitted, inside: this }, live))
  }

  #assertMayGoInwards(): void {
    if (this.#isLeft) throw this.#breakContract('it called `next` after it had answered.')
    if (this.#nextCount === 0) return
    const mayRepeat = this.#parts.layer[repeatsNext] === true && !this.#isInside
    if (!mayRepeat) throw this.#breakContract('it called `next` twice. Call it at most once.')
  }

  async #changedStep(given: ToolCall): Promise<CallStep> {
    const { step, live } = this.#parts
    const { definition, arguments: changed, context } = this.#readCall(given)
    if (definition !== live.definition) {
      throw this.#breakContract(
        'it passed on another definition. Only `arguments` and `context` may differ.',
      )
    }
    if (!live.owns(context)) {
      throw this.#breakContract(
        'it passed on a context that is not of this call. Derive it with `context.with`.',
      )
    }
    const isSame = changed === step.call.arguments
    if (!isSame) this.#assertUnsealed(changed)
    if (isSame) return createStep(definition, step.admitted, context)
    const admitted = await admitArguments(live, changed)
    return createStep(definition, admitted, keyedContext(live, admitted, context))
  }

  /** What was approved or claimed is what runs. */
  #assertUnsealed(changed: unknown): void {
    const { sealedBy, step } = this.#parts
    if (sealedBy === undefined || isSameJson(changed, step.call.arguments)) return
    throw this.#breakContract(
      `it changed the arguments inside layer ${quoteName(sealedBy.name)}, which sealed them. ` +
        'Register it after that layer, so that it stands outside.',
    )
  }

  #readCall(given: ToolCall): ToolCall {
    try {
      const { definition, arguments: changed, context } = given
      return { definition, arguments: changed, context }
    } catch (cause) {
      throw this.#breakContract('it passed on something that is not a call.', cause)
    }
  }

  /** The error of a broken contract. It sticks: a layer that swallows it still fails the call. */
  #breakContract(why: string, ...causes: unknown[]): ToolError {
    const { layer, live } = this.#parts
    this.#brokenContract = callError(live, {
      code: 'LAYER_FAILED',
      why: `layer ${quoteName(layer.name)} broke its contract: ${why}`,
      reference: createReference(),
      ...(causes.length === 0 ? {} : { cause: causes[0] }),
    })
    return this.#brokenContract
  }
}

function isSameJson(changed: unknown, sealed: unknown): boolean {
  const json = toJsonOutput(changed)
  return json.status === 'json' && canonicalJson(json.value) === canonicalJson(sealed)
}
