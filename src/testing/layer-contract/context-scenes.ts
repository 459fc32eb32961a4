import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { ToolError } from '../../errors/tool-error.js'
import type { ToolLayer } from '../../tools/tool-layer.js'
import type { LayerScenes } from './layer-scene.js'
import { LayerStage } from './layer-stage.js'

const context = {
  ...{ callId: 'call-1', tenantId: 'acme', threadId: 'thread-1', runId: 'run-1' },
  principal: { id: 'bot', kind: 'agent', onBehalfOf: 'ann' },
} as const

/** A layer changes neither what a call is nor whose it is, and lets it be cancelled. */
export const contextScenes: LayerScenes = {
  'has a name with something in it, which stays the same': async ({ create }) => {
    const layer = create()
    const { name } = layer
    assert.ok(typeof name === 'string' && name.trim() !== '', 'the name is blank')
    await new LayerStage({ layer }).call()
    assert.equal(layer.name, name)
  },

  'changes nothing of what a call is and whose it is': async ({ create }) => {
    const stage = new LayerStage({ layer: create() })
    await stage.call({}, context)
    for (const call of stage.inside) {
      const { callId, tenantId, threadId, runId, principal } = call.context
      assert.deepEqual({ callId, tenantId, threadId, runId, principal }, context)
      assert.equal(call.definition.id.toString(), 'contract/tried')
      assert.ok(Object.isFrozen(call.definition), 'the definition is a copy')
    }
  },

  'lets a cancelled call end, whose signal fires inside': async ({ create }) => {
    const caller = new AbortController()
    const wait = waiting()
    const stage = new LayerStage({ layer: create(), inside: [wait.layer] })
    const calling = stage.call({}, { signal: caller.signal })
    for (let turn = 0; turn < turnsToStart && !wait.isReached(); turn += 1) await nextTurn()
    caller.abort()
    const { error } = await calling
    if (!wait.isReached()) return
    assert.ok(wait.isCancelled(), 'the signal inside did not fire')
    assert.equal(error?.code, 'CANCELLED')
    await stage.isAtRest()
    assert.equal(stage.bodies, 0, 'the body ran although the call was cancelled')
  },

  'starts nothing for a call that was cancelled before': async ({ create }) => {
    const stage = new LayerStage({ layer: create() })
    await stage.call({}, { signal: AbortSignal.abort() })
    await stage.isAtRest()
    assert.equal(stage.bodies, 0)
  },
}

/** A layer that goes on inwards never, and ends by the signal alone. */
function waiting(): {
  readonly layer: ToolLayer
  readonly isReached: () => boolean
  readonly isCancelled: () => boolean
} {
  let signal: AbortSignal | undefined
  const handle: ToolLayer['handle'] = ({ context }) => {
    const { signal: own, callId } = context
    signal = own
    const message = 'contract/tried: it was cancelled while it waited.'
    const code = 'CANCELLED'
    return new Promise((_resolve, reject) => {
      const end = (): void =>
        reject(new ToolError({ code, disposition: 'did-not-happen', message, callId }))
      if (own.aborted) end()
      else own.addEventListener('abort', end, { once: true })
    })
  }
  return {
    layer: { name: 'contract_waiting', handle },
    isReached: () => signal !== undefined,
    isCancelled: () => signal?.aborted === true,
  }
}

/** Enough for layers that wait for promises before they go on; one that asks a person never goes on here. */
const turnsToStart = 100
