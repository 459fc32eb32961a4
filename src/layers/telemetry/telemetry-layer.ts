import { SpanKind, trace, type Meter, type Span, type Tracer } from '@opentelemetry/api'

import { toRule } from '../../errors/option-problems.js'
import type { JsonObject } from '../../schema/json.js'
import { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../../tools/tool-layer.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from '../layer-options.js'
import { askForArguments } from '../redaction/redaction-in-force.js'
import { callAttributes, toolAttributes } from './call-attributes.js'
import { toEnd, toFailedEnd } from './call-end.js'
import { CallMetrics } from './call-metrics.js'
import { CallReport, isRecording } from './call-report.js'
import { watchLetGo } from './let-go.js'
import { quietly } from './quietly.js'
import { tracedCall } from './traced-call.js'

/** What `TelemetryLayer` takes. */
export interface TelemetryLayerOptions extends LayerNameOption {
  /** @defaultValue the global tracer named `tallystick` */
  readonly tracer?: Tracer | undefined
  /** @defaultValue the global meter named `tallystick` */
  readonly meter?: Meter | undefined
  /**
   * Puts the arguments of calls on their spans, without what redaction layers of the registry hide in either direction.
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
 * are reported unless asked for, and never the words of an error. A call ends when its caller has an answer: one that is
 * let go is reported as that, and what its body comes to later is not. What telemetry throws never touches a call. The server
 * of a foreign tool is told the trace and the span, so that what it does is part of the trace.
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
  readonly #metrics: CallMetrics
  readonly #capturesArguments: boolean
  readonly #capturesOutput: boolean
  #tracer: Tracer | undefined

  /** @throws DefinitionError with every option that is wrong. */
  constructor(options: TelemetryLayerOptions = {}) {
    assertLayerOptions(options, { subject: 'TelemetryLayer', rules: optionRules })
    this.name = options.name ?? 'telemetry'
    this.#tracer = options.tracer
    this.#metrics = new CallMetrics(options.meter)
    this.#capturesArguments = options.captureArguments ?? false
    this.#capturesOutput = options.captureOutput ?? false
    Object.freeze(this)
  }

  /** Goes on inwards inside a span, which ends when the caller has its answer. */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const span = quietly(() => this.#startSpan(call))
    const inner = tracedCall(this.#captureArguments(call, span), span)
    const report = this.#createReport(call, span)
    const stopWatch = watchLetGo(call.context, (end) => report.end(end))
    try {
      const outcome = await report.goInside(async () => next(inner))
      report.end(toEnd(outcome, call))
      return outcome
    } catch (thrown) {
      report.end(toFailedEnd(thrown))
      throw thrown
    } finally {
      stopWatch()
    }
  }

  #startSpan(call: ToolCall): Span {
    this.#tracer ??= trace.getTracer('tallystick')
    const name = `execute_tool ${call.definition.wireName}`
    const attributes = { ...toolAttributes(call), ...callAttributes(call) }
    return this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes })
  }

  #createReport(call: ToolCall, span: Span | undefined): CallReport {
    const [metrics, capturesOutput] = [this.#metrics, this.#capturesOutput]
    return new CallReport({ span, metrics, capturesOutput, attributes: toolAttributes(call) })
  }

  /** Puts the arguments on the span: at once where nothing hides any, else as the redaction layers further in pass them on. */
  #captureArguments(call: ToolCall, span: Span | undefined): ToolCall {
    if (!this.#capturesArguments || !isRecording(span)) return call
    const show = (read: () => JsonObject): void =>
      void quietly(() => span?.setAttribute('gen_ai.tool.call.arguments', JSON.stringify(read())))
    if (mayBeRedacted(call)) return { ...call, context: askForArguments(call.context, show) }
    show(() => call.arguments)
    return call
  }
}

function mayBeRedacted({ context }: ToolCall): boolean {
  return ToolRegistry.findOfCall(context)?.layerRanks.has('redaction') ?? true
}

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
