import { describe, expect, it } from 'vitest'

import { assertNothingLost } from './assert-nothing-lost.js'
import { CrashWorld } from './crash-world.js'
import { goOn } from './go-on.js'
import { crashRounds, type CrashRound } from './random-rounds.js'
import { stateOf } from './scene.js'

/** Not each round ends in a kill: what was to die may have ended before. */
const killsOfWorld = 50
const mostRoundsOfWorld = 150
const firstSeed = Math.floor(Math.random() * 1_000_000)

/** How often a call of a tool was found in a state. */
const met = new Map<string, number>()
let killed = 0

/** Runs a program until it is killed, looks what it left, and goes on with that. */
async function playRound(world: CrashWorld, { flows, kill }: CrashRound): Promise<boolean> {
  const ended = await (kill.by === 'itself'
    ? world.run(flows, kill.at)
    : world.runUntil(flows, kill))
  const isKilled = ended.signal === 'SIGKILL'
  if (isKilled) killed += 1
  for (const found of await world.scene.find(ended, flows)) {
    const label = `${found.tool} ${stateOf(found)}`
    met.set(label, (met.get(label) ?? 0) + 1)
    assertNothingLost(found)
    await goOn(world.scene, found)
  }
  return isKilled
}

async function playWorld(seed: number): Promise<void> {
  const world = await CrashWorld.open()
  const rounds = crashRounds(seed)
  try {
    let kills = 0
    for (let round = 0; kills < killsOfWorld && round < mostRoundsOfWorld; round += 1) {
      const next = rounds.next().value
      const isKilled = await playRound(world, next).catch((cause: unknown) => {
        throw new Error(`seed ${seed}, round ${round}: ${JSON.stringify(next.kill)}`, { cause })
      })
      if (isKilled) kills += 1
    }
  } finally {
    await world.close()
  }
}

describe('processes that are killed anywhere', () => {
  const seeds = [0, 1, 2, 3].map((n) => [firstSeed + n] as const)

  it.concurrent.each(seeds)('[EFF-05] lose nothing and do nothing twice: seed %i', async (seed) => {
    await playWorld(seed)
  })

  it('[EFF-05] were met in every state that a kill can leave', () => {
    expect(killed).toBeGreaterThanOrEqual(200)
    expect([...met.keys()].sort()).toEqual(expectedStates)
  })
})

const expectedStates = [
  ...['answered', 'absent', 'in-doubt', 'parked', 'settled'].flatMap((state) => [
    `ask ${state}`,
    `transfer ${state}`,
  ]),
  ...['absent', 'in-doubt', 'settled'].flatMap((state) => [`pay ${state}`, `put ${state}`]),
  'look absent',
].sort()
