import {
  metrics,
  type Attributes,
  type Counter,
  type Histogram,
  type Meter,
  type MeterProvider,
} from '@opentelemetry/api'

/** The metrics of calls, by a given meter or by that of the global provider. */
export class CallMetrics {
  readonly #given: Meter | undefined
  #provider: MeterProvider | undefined
  #instruments: Instruments | undefined

  constructor(given: Meter | undefined) {
    this.#given = given
  }

  count(attributes: Attributes): void {
    return this.#current().calls.add(1, attributes)
  }

  measure(seconds: number, attributes: Attributes): void {
    return this.#current().duration.record(seconds, attributes)
  }

  /** The global API has no stand-in for a provider that is set later, so it is asked each time which one there is. */
  #current(): Instruments {
    if (this.#given !== undefined) return (this.#instruments ??= createInstruments(this.#given))
    const provider = metrics.getMeterProvider()
    if (provider !== this.#provider || this.#instruments === undefined) {
      this.#instruments = createInstruments(provider.getMeter('tallystick'))
      this.#provider = provider
    }
    return this.#instruments
  }
}

interface Instruments {
  readonly duration: Histogram
  readonly calls: Counter
}

function createInstruments(meter: Meter): Instruments {
  return {
    duration: meter.createHistogram('gen_ai.execute_tool.duration', durationOptions),
    calls: meter.createCounter('tallystick.tool.calls', callsOptions),
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
