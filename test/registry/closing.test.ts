import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highestDisposition, type Disposition } from '../../src/errors/disposition.js'
import { ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import type { ToolOutcome } from '../../src/tools/outcome.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import type { ToolTerminalEvent } from '../../src/tools/tool-event.js'
import { repeatsNext, type NextLayer, type ToolLayer } from '../../src/tools/tool-layer.js'
import { layer, observed, registryOf, rejection, settled, tool } from './tools.js'

type End = 'returns' | 'throws' | Disposition
type LayerKind = keyof typeof handles

interface Scenario {
  readonly mutates: boolean
  readonly prepareTicks: number
  readonly body: { readonly ticks: number; readonly end: End }
  readonly layers: readonly { readonly kind: LayerKind; readonly ticks: number }[]
  readonly abortTicks: number | undefined
}

async function ticks(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await Promise.resolve()
}

function refusal(): ToolError {
  return new ToolError({ code: 'REFUSED', disposition: 'did-not-happen', message: 'no' })
}

async function refuseAfter(count: number): Promise<never> {
  await ticks(count)
  throw refusal()
}

const own: ToolOutcome = { status: 'output', value: 'own' }

/** What a layer may do with a call, by the time it takes. */
const handles = {
  passes: () => (call, next) => next(call),
  delays: (count) => (call, next) => ticks(count).then(() => next(call)),
  'throws at once': () => (call, next) => {
    void next(call)
    throw refusal()
  },
  'drops and refuses': (count) => (call, next) => {
    void next(call)
    return refuseAfter(count)
  },
  'drops and throws an Error': (count) => async (call, next) => {
    void next(call)
    await ticks(count)
    throw new Error('policy database')
  },
  'drops and answers': (count) => (call, next) => {
    void next(call)
    return ticks(count).then(() => own)
  },
  'goes on after it answered': (count) => (call, next) => {
    void ticks(count).then(() => next(call).catch(() => own))
    return Promise.resolve(own)
  },
  'calls twice': (count) => (call, next) => {
    void next(call)
    return ticks(count).then(() => next(call))
  },
  races: (count) => (call, next) => Promise.race([next(call), refuseAfter(count)]),
  'refuses what returned': (count) => (call, next) => next(call).then(() => refuseAfter(count)),
  swallows: (count) => (call, next) => next(call).catch(() => ticks(count).then(() => own)),
  repeats: (count) => (call, next) => next(call).catch(() => ticks(count).then(() => next(call))),
} as const satisfies Record<string, (count: number) => ToolLayer['handle']>

function toLayer({ kind, ticks: count }: Scenario['layers'][number], index: number): ToolLayer {
  const mark = kind === 'repeats' ? ({ [repeatsNext]: true } as const) : {}
  return { ...layer(`${kind} ${index.toString()}`, handles[kind](count)), ...mark }
}

/** What is true of the bodies of a call: how many started and run, and what those that ended leave known. */
class Bodies {
  started = 0
  running = 0
  known: Disposition = 'did-not-happen'

  get disposition(): Disposition {
    return this.running > 0 ? highestDisposition(this.known, 'in-doubt') : this.known
  }

  run({ ticks: count, end }: Scenario['body']): Promise<unknown> {
    this.started += 1
    this.running += 1
    const running = ticks(count).then(() => endAs(end))
    // Registered before anybody else waits, so that it is noted no later than the library can know.
    const note = (): void => {
      this.running -= 1
      this.known = highestDisposition(this.known, leaves[end])
    }
    running.then(note, note)
    return running
  }
}

const leaves: Readonly<Record<End, Disposition>> = {
  returns: 'landed',
  throws: 'in-doubt',
  'did-not-happen': 'did-not-happen',
  'in-doubt': 'in-doubt',
  landed: 'landed',
}

function endAs(end: End): string {
  if (end === 'returns') return 'done'
  if (end === 'throws') throw new Error('unforeseen')
  throw new ToolFailure('declared', { disposition: end })
}

function watchedTool({ mutates, prepareTicks, body }: Scenario, bodies: Bodies): ToolDefinition {
  const run = (): Promise<unknown> => bodies.run(body)
  const prepared = async (): Promise<typeof run> => {
    await ticks(prepareTicks)
    return run
  }
  return { ...tool({ mutates }), prepare: () => (prepareTicks === 0 ? run : prepared()) }
}

interface Played {
  readonly bodies: Bodies
  readonly atTerminal: { readonly started: number; readonly running: number }
  readonly known: Disposition
  readonly terminals: readonly ToolTerminalEvent[]
  readonly lateCount: number
  readonly thrown: unknown
}

async function play(scenario: Scenario): Promise<Played> {
  const bodies = new Bodies()
  const snapshots: Pick<Bodies, 'started' | 'running' | 'disposition'>[] = []
  let registry = registryOf(watchedTool(scenario, bodies))
  for (const [index, each] of scenario.layers.entries())
    registry = registry.layer(toLayer(each, index))
  const { started, running, disposition } = bodies
  const watched = observed(
    registry.observe(({ type }) => {
      if (type !== 'terminal') return
      const { started, running, disposition } = bodies
      snapshots.push({ started, running, disposition })
    }),
  )
  const thrown = await dispatchIn(watched.registry, scenario.abortTicks)
  await settled()
  const terminals = watched.events.filter((event) => event.type === 'terminal')
  const lateCount = watched.events.filter((event) => event.type === 'late').length
  const atTerminal = snapshots[0] ?? { started, running, disposition }
  return { bodies, atTerminal, known: atTerminal.disposition, terminals, lateCount, thrown }
}

async function dispatchIn(
  registry: ReturnType<typeof registryOf>,
  abortTicks: number | undefined,
): Promise<unknown> {
  const controller = new AbortController()
  if (abortTicks !== undefined) void ticks(abortTicks).then(() => controller.abort())
  const context = abortTicks === undefined ? {} : { signal: controller.signal }
  return registry.dispatch('shop/order', {}, context).then(
    () => undefined,
    (error: unknown) => error,
  )
}

const count = fc.nat({ max: 12 })
const scenarios: fc.Arbitrary<Scenario> = fc.record({
  mutates: fc.boolean(),
  prepareTicks: fc.nat({ max: 4 }),
  body: fc.record({
    ticks: count,
    end: fc.constantFrom<End[]>('returns', 'throws', 'did-not-happen', 'in-doubt', 'landed'),
  }),
  layers: fc.array(
    fc.record({
      kind: fc.constantFrom(...(Object.keys(handles) as LayerKind[])),
      ticks: count,
    }),
    { maxLength: 4 },
  ),
  abortTicks: fc.option(fc.nat({ max: 25 }), { nil: undefined, freq: 2 }),
})

function holds({ bodies, atTerminal, known, terminals, lateCount, thrown }: Played): void {
  expect(terminals).toHaveLength(1)
  expect(bodies.started, 'bodies that started after the terminal event').toBe(atTerminal.started)
  // One that ended on time is late, too, where its result was still on its way when the call was over.
  expect(lateCount, 'late events').toBeGreaterThanOrEqual(atTerminal.running)
  expect(lateCount, 'late events').toBeLessThanOrEqual(atTerminal.started)
  const [terminal] = terminals
  const error = terminal?.status === 'failed' ? terminal.error : undefined
  expect(error).toBe(thrown)
  if (error === undefined) return
  expect(highestDisposition(error.disposition, known), 'as known').toBe(error.disposition)
  if (atTerminal.started === 0) expect(error.disposition).toBe('did-not-happen')
}

describe('the end of a call', () => {
  it('says no less than is known, lets no body start after it and reports those that run [DIS-08a]', async () => {
    const settledKnown = (played: Played, mutates: boolean): Played =>
      !mutates && played.known === 'in-doubt' ? { ...played, known: 'did-not-happen' } : played
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        holds(settledKnown(await play(scenario), scenario.mutates))
      }),
      { numRuns: 1000 },
    )
  }, 30_000)

  it.each([0, 1, 2, 3, 4])(
    'is never did-not-happen when the body ran, after %i ticks of preparation and whatever the patience of a layer',
    async (prepareTicks) => {
      for (let patience = 0; patience < 12; patience += 1) {
        const hasty = { kind: 'drops and refuses', ticks: patience } as const
        const passing = { kind: 'passes', ticks: 0 } as const
        const body = { ticks: 0, end: 'returns' } as const
        const layers = [hasty, passing, passing]
        holds(await play({ mutates: true, prepareTicks, body, layers, abortTicks: undefined }))
      }
    },
  )

  it('by a signal comes after the ends of the calls nested in it', async () => {
    const waiting = tool({ name: 'inner', call: () => new Promise(() => undefined) })
    const outer = tool({ call: (_args, context) => context.dispatch('shop/inner', {}) })
    const { registry, events } = observed(registryOf(outer, waiting))
    const controller = new AbortController()
    const dispatched = registry.dispatch('shop/order', {}, { signal: controller.signal })
    await settled()
    controller.abort()
    expect(events.map((event) => event.tool)).toEqual(['shop/inner', 'shop/order'])
    await rejection(dispatched)
  })

  it('says to the layers outside a broken contract what became known since', async () => {
    const seen: unknown[] = []
    const slow = { ...tool(), prepare: () => ticks(6).then(() => () => 'done') }
    const twice = layer('twice', async (call, next) => {
      const first = next(call)
      await next(call).catch(() => undefined)
      return first
    })
    const watching = layer('watching', (call, next) =>
      next(call).catch((error: unknown) => {
        seen.push(error)
        throw error as Error
      }),
    )
    const registry = registryOf(slow).layer(twice).layer(watching)
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'landed' })
    expect(seen).toEqual([error])
  })

  it('of one attempt keeps its body from starting beside the next attempt', async () => {
    let runs = 0
    const slow = { ...tool(), prepare: () => ticks(4).then(() => () => (runs += 1)) }
    let attempts = 0
    const impatient: ToolLayer['handle'] = (call, next: NextLayer) => {
      attempts += 1
      return attempts === 1 ? handles.races(1)(call, next) : next(call)
    }
    const registry = registryOf(slow)
      .layer(layer('impatient', impatient))
      .layer(toLayer({ kind: 'repeats', ticks: 0 }, 0))
    expect(await registry.dispatch('shop/order', {})).toMatchObject({ status: 'output' })
    await settled()
    expect([attempts, runs]).toEqual([2, 1])
  })
})
