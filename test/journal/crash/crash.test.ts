import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { assertNothingLost } from './assert-nothing-lost.js'
import type { ToolName } from './bank.js'
import { CrashWorld } from './crash-world.js'
import { goOn } from './go-on.js'
import { countsOf, stateOf } from './scene.js'

let world: CrashWorld
beforeAll(async () => {
  world = await CrashWorld.open()
})
afterAll(() => world.close())

type Row = readonly [
  tool: ToolName,
  point: string,
  state: string,
  effects: readonly [call: number, resume: number],
]

/** Where a process is killed, and what is found after: the state of the record, the effects of `call` and `resume`. */
const rows: readonly Row[] = [
  ['pay', 'begin:commit', 'absent', [0, 0]],
  ['pay', 'begin:committed', 'in-doubt', [0, 0]],
  ['pay', 'effect:written', 'in-doubt', [1, 0]],
  ['pay', 'settle:commit', 'in-doubt', [1, 0]],
  ['pay', 'settle:committed', 'settled', [1, 0]],
  ['put', 'effect:written', 'in-doubt', [1, 0]],
  ['look', 'effect:written', 'absent', [1, 0]],
  ['ask', 'suspend:commit', 'in-doubt', [1, 0]],
  ['ask', 'suspend:committed', 'parked', [1, 0]],
  ['ask', 'answer:committed', 'answered', [1, 0]],
  ['ask', 'effect:asked#2', 'in-doubt', [1, 0]],
  ['ask', 'effect:written#2', 'in-doubt', [1, 1]],
  ['transfer', 'begin:committed', 'parked', [0, 0]],
  ['transfer', 'approve:committed', 'answered', [0, 0]],
  ['transfer', 'effect:asked', 'in-doubt', [0, 0]],
]

describe('a process that is killed', () => {
  it.each(rows)(
    '[EFF-05] in %s at %s leaves it %s, and nothing is lost or done twice',
    async (...row) => {
      const [tool, point, state, effects] = row
      const flows = [{ tool, id: `${tool} ${point}` }]
      const ended = await world.run(flows, point)
      expect(ended.signal).toBe('SIGKILL')
      const [found] = await world.scene.find(ended, flows)
      if (found === undefined) throw new Error('not found')
      expect([stateOf(found), countsOf(found.effects)]).toEqual([state, effects])
      assertNothingLost(found)
      await goOn(world.scene, found)
    },
    120_000,
  )
})
