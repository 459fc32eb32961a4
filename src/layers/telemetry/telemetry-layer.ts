import {
  context as activeContext,
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Counter,
  type Histogram,
  type Meter,
  type Span,
  type Tracer,
} from '@opentelemetry/api'

import { errorCodes } from '../../errors/error-codes.js'
import { ToolError } from '../../errors/tool-error.js'
import { toRule } from '../../errors/option-problems.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../../tools/tool-layer.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from '../layer-options.js'
import {
  callAttributes,
  endAttributes,
  endDetails,
  toolAttributes,
  type CallEnd,
} from './call-attributes.js'

/** What `TelemetryLayer` takes. */
export interface TelemetryLayerOptions extends LayerNameOption {
  /** @defaultValue the global tracer named `tallystick` */
  readonly tracer?: Tracer | undefined
  /** @defaultValue the global meter named `tallystick` */
  readonly meter?: Meter | undefined
  /**
   * Puts the arguments of calls on their spans.
   * @defaultValue `false`
   */
  readonly captureArguments?: boolean | undefined
  /**
   * Puts the outputs of calls on their spans.
   * @defaultValue `false`
   */
  readonly captureOutput?: boolean | undefined
}

/**
 * Reports each call to OpenTelemetry by the semantic conventions for generative AI: a span `execute_tool <wire name>`,
 * active while the call runs, the histogram `gen_ai.execute_tool.duration` in seconds and the counter
 * `tallystick.tool.calls`. `error.type` is the code of the error. A suspension is no error. Neither arguments nor outputs
 * nor the words of an error are reported unless asked for. What telemetry throws never touches a call.
 *
 * @example
 * ```ts
 * registry.layer(new TelemetryLayer())
 * ```
 */
export class TelemetryLayer implements ToolLayer {
  readonly name: string
  /** @internal */
  readonly [layerRank] = 'telemetry'
  readonly #tracer: Tracer
  readonly #duration: Histogram
  readonly #calls: Counter
  readonly #capturesArguments: boolean
  readonly #capturesOutput: boolean

  /** @throws DefinitionError with every option that is wrong. */
  constructor(options: TelemetryLayerOptions = {}) {
    assertLayerOptions(options, { subject: 'TelemetryLayer', rules: optionRules })
    const meter = options.meter ?? metrics.getMeter('tallystick')
    this.name = options.name ?? 'telemetry'
    this.#tracer = options.tracer ?? trace.getTracer('tallystick')
    this.#duration = meter.createHistogram('gen_ai.execute_tool.duration', durationOptions)
    this.#calls = meter.createCounter('tallystick.tool.calls', callsOptions)
    this.#capturesArguments = options.captureArguments ?? false
    this.#capturesOutput = options.captureOutput ?? false
    Object.freeze(this)
  }

  /** Goes on inwards inside a span. */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const startedAtMs = performance.now()
    const span = quietly(() => this.#startSpan(call))
    const report = (end: CallEnd): void => this.#report(call, end, { span, startedAtMs })
    try {
      const outcome = await goInside(span, () => next(call))
      report({ outcome })
      return outcome
    } catch (thrown) {
      if (ToolError.is(thrown)) report({ error: thrown })
      throw thrown
    }
  }

  #startSpan(call: ToolCall): Span {
    const name = `execute_tool ${call.definition.wireName}`
    const attributes = { ...toolAttributes(call), ...callAttributes(call) }
    const span = this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes })
    if (this.#capturesArguments) {
      span.setAttribute('gen_ai.tool.call.arguments', JSON.stringify(call.arguments))
    }
    return span
  }

  #report(call: ToolCall, end: CallEnd, { span, startedAtMs }: OpenReport): void {
    const attributes = { ...toolAttributes(call), ...endAttributes(end) }
    const seconds = (performance.now() - startedAtMs) / 1000
    quietly(() => this.#duration.record(seconds, attributes))
    quietly(() => this.#calls.add(1, attributes))
    quietly(() => span && this.#describeEnd(span, end))
    quietly(() => span?.end())
  }

  #describeEnd(span: Span, end: CallEnd): void {
    span.setAttributes({ ...endAttributes(end), ...endDetails(end) })
    if (end.error !== undefined) return describeError(span, end.error)
    const { outcome } = end
    if (!this.#capturesOutput || outcome.status !== 'output') return
    span.setAttribute('gen_ai.tool.call.result', JSON.stringify(outcome.value))
  }
}

interface OpenReport {
  readonly span: Span | undefined
  readonly startedAtMs: number
}

/** The words of an error may hold what a caller sent; its code and the row of the error table do not. */
function describeError(span: Span, { code }: ToolError): void {
  const message = errorCodes[code].when
  span.recordException({ name: code, message })
  span.setStatus({ code: SpanStatusCode.ERROR, message: code })
}

function goInside(span: Span | undefined, run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  if (span === undefined) return run()
  return activeContext.with(trace.setSpan(activeContext.active(), span), run)
}

/** Watching never breaks a call. */
function quietly<Result>(watch: () => Result): Result | undefined {
  try {
    return watch()
  } catch {
    return undefined
  }
}

const durationOptions = {
  description: 'Duration of the execution of one tool.',
  unit: 's',
  advice: {
    explicitBucketBoundaries: [
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
    ],
  },
}

const callsOptions = { description: 'Calls of tools, by what they came to.', unit: '{call}' }

const optionRules = {
  name: layerRules.name,
  tracer: toRule('a tracer of OpenTelemetry', (value) => hasMethod(value, 'startSpan')),
  meter: toRule('a meter of OpenTelemetry', (value) => hasMethod(value, 'createHistogram')),
  captureArguments: layerRules.flag,
  captureOutput: layerRules.flag,
}

function hasMethod(value: unknown, name: string): boolean {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
  )
}
