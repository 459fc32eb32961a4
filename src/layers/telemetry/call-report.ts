import {
  context as activeContext,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api'

import { errorCodes } from '../../errors/error-codes.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { endAttributes, endDetails } from './call-attributes.js'
import type { CallEnd, CallFailed, CallOutput } from './call-end.js'
import type { CallMetrics } from './call-metrics.js'
import { quietly } from './quietly.js'

/** What the report of one call needs. */
export interface CallReportParts {
  /** Undefined where the tracer gave none. */
  readonly span: Span | undefined
  readonly metrics: CallMetrics
  /** What the metrics say of the tool. */
  readonly attributes: Attributes
  readonly capturesOutput: boolean
}

/** The report of one call: it ends once, with what the caller got. Nothing it does throws. */
export class CallReport {
  readonly #parts: CallReportParts
  readonly #startedAtMs = performance.now()
  #isEnded = false

  constructor(parts: CallReportParts) {
    this.#parts = parts
  }

  /** Runs what is inside with the span active. It runs exactly once, whatever a context manager does. */
  goInside(run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
    let going: Promise<ToolOutcome> | undefined
    const runOnce = (): Promise<ToolOutcome> => (going ??= run())
    const { span } = this.#parts
    if (span !== undefined) {
      void quietly(() => activeContext.with(trace.setSpan(activeContext.active(), span), runOnce))
    }
    return runOnce()
  }

  end(end: CallEnd): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const { span, metrics } = this.#parts
    const attributes = { ...this.#parts.attributes, ...endAttributes(end) }
    const seconds = (performance.now() - this.#startedAtMs) / 1000
    quietly(() => metrics.measure(seconds, attributes))
    quietly(() => metrics.count(attributes))
    quietly(() => span?.setAttributes({ ...endAttributes(end), ...endDetails(end) }))
    if (end.status === 'failed') this.#describeFailure(end)
    if (end.status === 'output') quietly(() => this.#captureOutput(end))
    quietly(() => span?.end())
  }

  /** The words of an error may hold what a caller sent; its code and the row of the error table do not. */
  #describeFailure({ code }: CallFailed): void {
    const { span } = this.#parts
    const message = errorCodes[code].when
    quietly(() => span?.setStatus({ code: SpanStatusCode.ERROR, message: code }))
    quietly(() => span?.recordException({ name: code, message }))
  }

  #captureOutput({ value }: CallOutput): unknown {
    const { span, capturesOutput } = this.#parts
    if (!capturesOutput || !isRecording(span)) return
    return span?.setAttribute('gen_ai.tool.call.result', JSON.stringify(value))
  }
}

/** Whether what is put on a span will be seen by anybody. */
export function isRecording(span: Span | undefined): boolean {
  return quietly(() => span?.isRecording()) === true
}
