import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'

import { TelemetryLayer, type TelemetryLayerOptions } from '../../../src/layers/telemetry/index.js'

/** What an SDK registers so that the active span follows awaits. */
export class StorageContextManager implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    run: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => run.apply(thisArg, args))
  }
  bind<T>(_context: Context, target: T): T {
    return target
  }
  enable(): this {
    return this
  }
  disable(): this {
    return this
  }
}

/** A meter provider, and what it exported. */
export function meteringWith() {
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({
    exporter: points,
    exportIntervalMillis: 60_000,
  })
  const meters = new MeterProvider({ readers: [reader] })
  const metrics = async () => {
    await reader.forceFlush()
    const last = points.getMetrics().at(-1)
    await meters.shutdown()
    return last?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
  }
  return { meters, metrics }
}

/** A layer with an SDK of its own behind it, and what it exported. */
export function exporting(options: TelemetryLayerOptions = {}) {
  const spans = new InMemorySpanExporter()
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
  const { meters, metrics } = meteringWith()
  const telemetry = new TelemetryLayer({
    tracer: tracers.getTracer('test'),
    meter: meters.getMeter('test'),
    ...options,
  })
  return { telemetry, spans: () => spans.getFinishedSpans(), metrics }
}
