import assert from 'node:assert/strict'

import type { LayerScenes } from './layer-scene.js'
import { LayerStage } from './layer-stage.js'

/** What the other scenes rest on: of a layer that lets nothing through they would show nothing. */
export const reachingScenes: LayerScenes = {
  'lets calls through': async ({ create }) => {
    for (const effect of ['read', 'idempotent', 'write'] as const) {
      const stage = new LayerStage({ layer: create(), effect })
      const { error } = await stage.call()
      const came = error === undefined ? 'It answered by itself.' : `It said: ${error.message}`
      const fix = 'Pass { answersAll: true } where it is to let none through.'
      assert.ok(stage.bodies > 0, `no call with the effect ${effect} got through. ${came} ${fix}`)
    }
  },
}
