import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'

import type { LayerScenes } from './layer-scene.js'
import { LayerStage, type Came, type TriedArguments, type TriedBody } from './layer-stage.js'

const atOnce = 12

/** Calls that run at once, none of which knows of the others. */
export const stateScenes: LayerScenes = {
  'keeps nothing of one call for another that runs at the same time': async ({ create }) => {
    const numbers = Array.from({ length: atOnce }, (_, number) => number)
    const alone: Came[] = []
    for (const number of numbers) {
      alone[number] = await new LayerStage({ layer: create(), body: inTurn }).call(argsOf(number))
    }
    const stage = new LayerStage({ layer: create(), body: inTurn })
    const together = await Promise.all(
      numbers.map((number) => stage.call(argsOf(number), { callId: `call-${number.toString()}` })),
    )
    for (const number of numbers) assertOwn(together[number], alone[number], number)
    await stage.isAtRest()
  },

  'hands each of several calls its own arguments and context': async ({ create }) => {
    const got = new Map<string, number>()
    const body: TriedBody = async (args, context) => {
      await inTurn(args, context)
      got.set(context.callId, args.count)
      return null
    }
    const stage = new LayerStage({ layer: create(), body })
    await Promise.all(
      Array.from({ length: atOnce }, (_, number) =>
        stage.call(argsOf(number), { callId: `call-${number.toString()}` }),
      ),
    )
    for (const [callId, count] of got) assert.equal(callId, `call-${count.toString()}`)
  },
}

function argsOf(number: number): TriedArguments {
  return { note: `note ${number.toString()}`, count: number }
}

/** Later calls end first. */
const inTurn: TriedBody = async ({ note, count }) => {
  for (let turn = 0; turn < atOnce - count; turn += 1) await nextTurn()
  return { note, count }
}

/** A layer may refuse one of many calls; what it lets through is what the call comes to by itself. */
function assertOwn(together: Came | undefined, alone: Came | undefined, number: number): void {
  if (together?.error !== undefined) return
  const which = `call ${number.toString()} of several came to something else than alone`
  assert.deepEqual(together?.value, alone?.value, which)
}
