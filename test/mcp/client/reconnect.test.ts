import { afterEach, describe, expect, it, vi } from 'vitest'

import { createContext, ToolRegistry } from '../../../src/index.js'
import { Backoff } from '../../../src/mcp/client/link/backoff.js'
import type { McpToolsOptions } from '../../../src/mcp/client/mcp-tools-options.js'
import { scripted } from './scripted-server.js'
import { connect, serve, text, type ServedTool } from './servers.js'

/** Longer than any of these tests takes. */
const longWhileMs = 600_000

afterEach(() => void vi.restoreAllMocks())

const act: ServedTool = { name: 'act', answer: () => text('done') }

async function start(tool: ServedTool = act, options: Partial<McpToolsOptions> = {}) {
  const server = serve([tool])
  let isDown = false
  const transport = () => {
    if (isDown) throw new Error('nobody is there')
    return server.transport()
  }
  const connected = await connect(
    { transport },
    { times: { firstRetryMs: longWhileMs, lastRetryMs: longWhileMs }, ...options },
  )
  const registry = ToolRegistry.empty().register(...connected.tools)
  const setDown = async (down: boolean) => {
    isDown = down
    if (down) await server.crash()
  }
  return { server, registry, setDown, ...connected }
}

describe('a foreign server that crashes', () => {
  it('in the middle of a write leaves it in doubt, and nothing is sent again', async () => {
    const { server, registry } = await start({
      name: 'act',
      answer: () => new Promise(() => undefined),
    })
    const call = registry.dispatch('far/act', {})
    await expect.poll(() => server.calls.length).toBe(1)
    await server.crash()
    await expect(call).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      disposition: 'in-doubt',
      retryable: false,
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([server.calls.length, server.connections]).toEqual([1, 1])
  })

  it('is connected to again by the next call', async () => {
    const { server, registry } = await start()
    await server.crash()
    expect(await registry.dispatch('far/act', {})).toMatchObject({ value: 'done' })
    expect(server.connections).toBe(2)
  })

  it('gets one connection, however many calls wait for it', async () => {
    const { server, registry } = await start()
    await server.crash()
    await Promise.all([1, 2, 3].map(() => registry.dispatch('far/act', {})))
    expect([server.connections, server.calls.length]).toEqual([2, 3])
  })
})

describe('a foreign server that cannot be reached', () => {
  it('makes a call UNREACHABLE, which did not happen and may be tried again', async () => {
    const { registry, setDown } = await start()
    await setDown(true)
    const failure = { code: 'UNREACHABLE', disposition: 'did-not-happen', retryable: true }
    await expect(registry.dispatch('far/act', {})).rejects.toMatchObject(failure)
  })

  it('is left alone for a while, and says for how long', async () => {
    const { registry, setDown, server } = await start()
    await setDown(true)
    await registry.dispatch('far/act', {}).catch(() => undefined)
    await setDown(false)
    const failure = { code: 'UNREACHABLE', retryAfterMs: expect.any(Number) }
    await expect(registry.dispatch('far/act', {})).rejects.toMatchObject(failure)
    expect(server.connections).toBe(1)
  })

  it('is connected to again when that while is over', async () => {
    const { registry, setDown } = await start()
    await setDown(true)
    await registry.dispatch('far/act', {}).catch(() => undefined)
    await setDown(false)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + longWhileMs)
    expect(await registry.dispatch('far/act', {})).toMatchObject({ value: 'done' })
  })

  it('is not called any more when its tools were closed', async () => {
    const { registry, tools, server } = await start()
    await tools.close()
    await expect(registry.dispatch('far/act', {})).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(server.connections).toBe(1)
  })

  it('did not get a call whose connection ended before it was sent', async () => {
    const server = scripted({ call: () => text('done') })
    const { tools } = await connect(server)
    const [tool] = tools
    const admission = await tool?.admit({})
    if (tool === undefined || admission?.status !== 'admitted') throw new Error('unexpected')
    const body = await tool.prepare(admission.admitted, createContext())
    await server.lines[0]?.end()
    const unsent = { disposition: 'did-not-happen', retryable: true }
    await expect(body(createContext())).rejects.toMatchObject(unsent)
  })
})

describe('Backoff', () => {
  it('waits ever longer, up to a limit, and not at all after a success', () => {
    const backoff = new Backoff({ firstRetryMs: 1000, lastRetryMs: 5000 })
    const waits = [1, 2, 3, 4, 5].map(() => {
      backoff.failed()
      return backoff.waitMs
    })
    const most = [1000, 2000, 4000, 5000, 5000]
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeLessThanOrEqual(most[index] ?? 0)
      expect(wait).toBeGreaterThan((most[index] ?? 0) * 0.6)
    }
    backoff.succeeded()
    expect(backoff.waitMs).toBe(0)
  })
})
