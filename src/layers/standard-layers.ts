import { assertOptions } from '../errors/assert-options.js'
import { DefinitionError, type DefinitionProblem } from '../errors/definition-error.js'
import { toRule } from '../errors/option-problems.js'
import { isObject } from '../schema/is-object.js'
import { layerRank, layerRanks, type LayerRank, type ToolLayer } from '../tools/tool-layer.js'
import { ConcurrencyLayer, type ConcurrencyLayerOptions } from './concurrency-layer.js'
import { OutputLimitLayer, type OutputLimitLayerOptions } from './output-limit-layer.js'
import { PolicyLayer, type PolicyLayerOptions } from './policy-layer.js'
import type { PolicyRule } from './policy/policy-rule.js'
import { RedactionLayer, type RedactionLayerOptions } from './redaction-layer.js'
import { RetryLayer, type RetryLayerOptions } from './retry-layer.js'
import {
  ScopedToolLayer,
  type ScopedToolLayerOptions,
  type ToolScope,
} from './scoped-tool-layer.js'
import { TimeoutLayer, type TimeoutLayerOptions } from './timeout-layer.js'

/** Which layers `standardLayers` makes; what is absent is left out. */
export interface StandardLayersOptions {
  /** A `TelemetryLayer`, of `tallystick/telemetry`. */
  readonly telemetry?: ToolLayer | undefined
  /** Options of a `RedactionLayer`. */
  readonly redaction?: RedactionLayerOptions | undefined
  /** Options of an `OutputLimitLayer`. */
  readonly outputLimit?: OutputLimitLayerOptions | undefined
  /** The rules of a `PolicyLayer`, with its options beside them. */
  readonly policy?: (PolicyLayerOptions & { readonly rules: readonly PolicyRule[] }) | undefined
  /** A layer that asks a person. */
  readonly approval?: ToolLayer | undefined
  /** Options of a `RetryLayer`. */
  readonly retry?: RetryLayerOptions | undefined
  /** Options of a `TimeoutLayer`. */
  readonly timeout?: TimeoutLayerOptions | undefined
  /** Options of a `ConcurrencyLayer`. */
  readonly concurrency?: ConcurrencyLayerOptions | undefined
  /** A layer that keeps keys. */
  readonly idempotency?: ToolLayer | undefined
  /** The scope of a `ScopedToolLayer`, with its options beside it. */
  readonly scope?: (ScopedToolLayerOptions & { readonly scope: ToolScope }) | undefined
}

/**
 * The named layers in the order they belong, innermost first, as a registry takes them.
 *
 * @throws DefinitionError with the problems of all of them.
 * @example
 * ```ts
 * const layers = standardLayers({ timeout: { timeoutMs: 30_000 }, retry: {}, outputLimit: {} })
 * for (const layer of layers) registry = registry.layer(layer)
 * ```
 */
export function standardLayers(options: StandardLayersOptions): readonly ToolLayer[] {
  assertOptions('standardLayers', options, optionRules)
  const problems: DefinitionProblem[] = []
  const layers = makers(options).map((make) => collect(make, problems))
  if (problems.length > 0) throw new DefinitionError(problems)
  return Object.freeze(layers.filter((layer) => layer !== undefined))
}

type Make = () => ToolLayer | undefined

/** How each layer is made, innermost first. */
function makers(given: StandardLayersOptions): readonly Make[] {
  const { scope, concurrency, timeout, retry, policy, outputLimit, redaction } = given
  return [
    () => scope && makeScope(scope),
    () => given.idempotency,
    () => concurrency && new ConcurrencyLayer(concurrency),
    () => timeout && new TimeoutLayer(timeout),
    () => retry && new RetryLayer(retry),
    () => given.approval,
    () => policy && makePolicy(policy),
    () => outputLimit && new OutputLimitLayer(outputLimit),
    () => redaction && new RedactionLayer(redaction),
    () => given.telemetry,
  ]
}

type Given<Name extends keyof StandardLayersOptions> = NonNullable<StandardLayersOptions[Name]>

// The options that are known are named, since those of an instance of a class may be inherited.
function makeScope(given: Given<'scope'>): ToolLayer {
  const { scope, ...own } = given
  const { name, ambientOnly } = given
  return new ScopedToolLayer(scope, { ...own, name, ambientOnly })
}

function makePolicy(given: Given<'policy'>): ToolLayer {
  const { rules, ...own } = given
  const { name, otherwise, unattended } = given
  return new PolicyLayer(rules, { ...own, name, otherwise, unattended })
}

function collect(make: Make, problems: DefinitionProblem[]): ToolLayer | undefined {
  try {
    return make()
  } catch (error) {
    if (!DefinitionError.is(error)) throw error
    problems.push(...error.problems)
    return undefined
  }
}

const anOptionsObject = toRule('the options of the layer', isObject)

const optionRules = {
  telemetry: toLayerRule('telemetry'),
  redaction: anOptionsObject,
  outputLimit: anOptionsObject,
  policy: toRule('{ rules, … }', isObject),
  approval: toLayerRule('approval'),
  retry: anOptionsObject,
  timeout: anOptionsObject,
  concurrency: anOptionsObject,
  idempotency: toLayerRule('idempotency'),
  scope: toRule('{ scope, … }', isObject),
}

/** A layer of others has no rank, and may stand in for one of this package. */
function toLayerRule(expected: LayerRank): ReturnType<typeof toRule> {
  return toRule(`a layer of rank ${expected}, or one of your own`, (value) => {
    const { handle, [layerRank]: rank } = (value ?? {}) as Partial<ToolLayer>
    const isOther = layerRanks.some((known) => known === rank && known !== expected)
    return typeof handle === 'function' && !isOther
  })
}
