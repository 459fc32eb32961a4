import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { allVerbs, anyStory, play, type Story } from './deeds.js'
import { Laws } from './laws.js'
import { World, type WorldOptions } from './world.js'

const isLong = process.env['TALLYSTICK_LONG'] === '1'
const timeout = isLong ? 600_000 : 60_000
const numRuns = isLong ? 30_000 : 800

const anyOptions: fc.Arbitrary<WorldOptions> = fc.record({
  effect: fc.constantFrom('write', 'idempotent'),
  isApproved: fc.boolean(),
  deadlineInMs: fc.constantFrom(undefined, 10_000),
  expiresInMs: fc.constantFrom(undefined, undefined, 40_000),
})

/** The only clock there is: processes, too, tell by it that their own leases have lapsed. */
let world: World | undefined

async function live(options: WorldOptions, story: Story): Promise<World> {
  const lived = new World(options)
  world = lived
  const laws = new Laws(lived)
  try {
    await play(lived, laws, story)
    return lived
  } finally {
    await lived.close()
  }
}

describe('[EFF-04] the journal, whatever happens in whatever order', () => {
  const steadyNow = performance.now.bind(performance)

  beforeEach(() => {
    const wallNow = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => world?.nowMs ?? wallNow())
    vi.spyOn(performance, 'now').mockImplementation(() =>
      world === undefined ? steadyNow() : world.nowMs - world.sleptMs,
    )
  })

  afterEach(() => {
    world = undefined
    vi.restoreAllMocks()
  })

  it(
    'starts a write once, frees a key only when nothing can have landed, keeps what is settled and answered',
    { timeout },
    async () => {
      const run = fc.asyncProperty(anyOptions, anyStory(allVerbs), async (options, story) => {
        await live(options, story)
      })
      await fc.assert(run, { numRuns })
    },
  )

  it('starts no write because of time alone', { timeout }, async () => {
    const silent = anyStory(['land', 'kill', 'lapse', 'sleep', 'beat', 'look'])
    const run = fc.asyncProperty(anyOptions, silent, async (options, story) => {
      const { attempts } = await live({ ...options, effect: 'write', isApproved: false }, story)
      expect(attempts.length).toBeLessThanOrEqual(1)
    })
    await fc.assert(run, { numRuns })
  })
})
