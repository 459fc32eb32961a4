import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../src/errors/tool-failure.js'
import { RetryLayer } from '../../src/layers/retry-layer.js'
import { ScopedToolLayer, type ToolScope } from '../../src/layers/scoped-tool-layer.js'
import { deferred, rejection, settled, tool } from '../registry/tools.js'
import { hastyClock } from './fake-clock.js'
import { dispatch, failedCommit, failing, scoped, swallowing, transaction } from './scopes.js'

describe('a scope that breaks its contract', () => {
  it.each([
    ['never calls run', async () => undefined, 'never called `run`', 'did-not-happen'],
    ['calls run twice', async (_c, run) => (await run(), run()), 'called `run` twice', 'in-doubt'],
    [
      'calls run twice and hides it',
      async (_c, run) => (await run(), run().catch(() => undefined)),
      'called `run` twice',
      'landed',
    ],
  ] satisfies [string, ToolScope['wrap'], string, string][])(
    'and %s is LAYER_FAILED that says so, and the body runs once at most [REG-08]',
    async (_how, wrap, message, disposition) => {
      let runs = 0
      const error = await rejection(dispatch(scoped({ wrap }, tool({ call: () => (runs += 1) }))))
      expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition })
      expect(error.message).toContain(`the scope of layer "tool_scope" ${message}`)
      expect(runs).toBeLessThanOrEqual(1)
    },
  )

  it('and leaves while run is running is LAYER_FAILED that says so, in doubt [REG-08]', async () => {
    const body = deferred<string>()
    const leaving: ToolScope = { wrap: (_context, run) => (void run(), settled()) }
    const error = await rejection(dispatch(scoped(leaving, tool({ call: () => body.promise }))))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'in-doubt' })
    expect(error.message).toContain('while `run` was still running')
    body.reject(new Error('late'))
    await settled()
  })

  it('and calls run after it returned starts nothing [REG-08]', async () => {
    let [runs, later]: [number, (() => Promise<unknown>) | undefined] = [0, undefined]
    const keeping: ToolScope = { wrap: async (_context, run) => void (later = run) }
    await rejection(dispatch(scoped(keeping, tool({ call: () => (runs += 1) }))))
    await expect((later as unknown as () => Promise<unknown>)()).rejects.toThrow(
      'after `wrap` had returned',
    )
    expect(runs).toBe(0)
  })

  it.each([
    ['a failure that did not happen', 'in-doubt', failing('did-not-happen')],
    ['a failure in doubt', 'in-doubt', failing('in-doubt')],
    ['a failure of a read', 'did-not-happen', tool({ mutates: false, call: failedCommit })],
    ['a body that was never started', 'did-not-happen', { ...tool(), prepare: failedCommit }],
  ] as const)(
    'and swallows %s may have kept what was to be undone: LAYER_FAILED, %s [REG-08]',
    async (_what, disposition, definition) => {
      const error = await rejection(dispatch(scoped(swallowing, definition)))
      expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition, retryable: false })
      expect(error.message).toContain('resolved although `run` rejected')
      expect(error.cause).toMatchObject({ name: 'ToolError', callId: error.callId })
    },
  )

  it('and swallows what another scope inside it undid may have kept more than that one [REG-08]', async () => {
    const undoing = scoped(transaction([]), failing('did-not-happen'))
    const registry = undoing.layer(new ScopedToolLayer(swallowing, { name: 'outer' }))
    const error = await rejection(dispatch(registry))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'in-doubt' })
    expect(error.message).toContain('layer "outer"')
  })

  it('and swallows a failure that landed changes nothing, since run does not reject with it [REG-08]', async () => {
    const error = await rejection(dispatch(scoped(swallowing, failing('landed'))))
    expect(error).toMatchObject({ code: 'TOOL_FAILED', disposition: 'landed' })
  })

  it('and swallows a failure is not entered again, for the first attempt may have been kept [REG-08]', async () => {
    let runs = 0
    const forNow = tool({
      call: () => {
        runs += 1
        throw new ToolFailure('for now', { disposition: 'did-not-happen', retryable: true })
      },
    })
    const registry = scoped(swallowing, forNow).layer(new RetryLayer({ clock: hastyClock() }))
    const error = await rejection(dispatch(registry))
    expect([error, runs]).toMatchObject([{ code: 'LAYER_FAILED', disposition: 'in-doubt' }, 1])
  })
})
