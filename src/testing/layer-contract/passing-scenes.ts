import assert from 'node:assert/strict'

import { dispositions } from '../../errors/disposition.js'
import { ToolFailure } from '../../errors/tool-failure.js'
import { suspend } from '../../tools/suspension.js'
import { repeatsNext } from '../../tools/tool-layer.js'
import type { LayerScenes } from './layer-scene.js'
import { LayerStage, type TriedBody } from './layer-stage.js'

/** What may come from the inside of a layer. */
const ends: Readonly<Record<string, TriedBody>> = {
  'an output': () => ({ done: true }),
  'an output that is null': () => null,
  'a suspension': () => suspend({ reason: 'Which one?', inputSchema: { type: 'string' } }),
  'an output that is no JSON': () => 1n,
  'an unforeseen failure': () => fails(new Error('unforeseen')),
  'a failure of a promise': () => Promise.reject(new Error('unforeseen')),
  ...Object.fromEntries(
    dispositions.map((disposition) => [
      `a failure that is ${disposition}`,
      () => fails(new ToolFailure('It failed.', { disposition })),
    ]),
  ),
}

/** A layer gives what came from the inside, or an outcome or error of its own; it goes inside once. */
export const passingScenes: LayerScenes = {
  ...Object.fromEntries(
    Object.entries(ends).map(([end, body]) => [
      `gives ${end} of the inside, or its own outcome, and goes inside once`,
      async ({ create }) => {
        for (const effect of ['read', 'idempotent', 'write'] as const) {
          const layer = create()
          const stage = new LayerStage({ layer, body, effect })
          await stage.call()
          await stage.isAtRest()
          const mayRepeat = layer[repeatsNext] === true && effect !== 'write'
          assert.ok(mayRepeat || stage.bodies <= 1, `${effect}: the body ran more than once`)
        }
      },
    ]),
  ),

  'never says less of a call than the inside knows': async ({ create }) => {
    for (const disposition of ['in-doubt', 'landed'] as const) {
      const body = (): never => fails(new ToolFailure('It failed.', { disposition }))
      const stage = new LayerStage({ layer: create(), body })
      const { error } = await stage.call()
      if (stage.bodies === 0) continue
      assert.ok(error !== undefined, `a failure that is ${disposition} became an output`)
      const known = dispositions.indexOf(disposition)
      assert.ok(dispositions.indexOf(error.disposition) >= known, `it says ${error.disposition}`)
    }
  },
}

function fails(error: Error): never {
  throw error
}
