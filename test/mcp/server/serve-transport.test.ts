import { InMemoryTransport, type Transport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'

import { serveTransport, type ServeTransportOptions } from '../../../src/mcp/index.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { createClient, eras, later, textOf } from './connect.js'

const inputSchema = { type: 'object', properties: {}, additionalProperties: false } as const

function registryOf(call: () => unknown): ToolRegistry {
  const tool = { server: 'shop', name: 'look', description: 'Look.', inputSchema, call }
  return ToolRegistry.empty().register(defineTool(tool))
}

async function serve(
  registry: ToolRegistry,
  era: (typeof eras)[number] = 'modern',
  options?: ServeTransportOptions,
) {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const serving = await serveTransport(registry, far, { onError: () => undefined, ...options })
  const client = createClient(era)
  await client.connect(near)
  onTestFinished(() => client.close())
  return { serving, client }
}

describe('serveTransport', () => {
  it.each(eras)('serves the client at the other end, of the %s era', async (era) => {
    const { client } = await serve(
      registryOf(() => 'seen'),
      era,
    )
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['look'])
    expect(textOf(await client.callTool({ name: 'look', arguments: {} }))).toBe('seen')
  })

  it('answers the calls that run before it closes', async () => {
    const [begun, released] = [later<undefined>(), later<string>()]
    const { client, serving } = await serve(
      registryOf(() => {
        begun.resolve(undefined)
        return released.promise
      }),
    )
    const called = client.callTool({ name: 'look', arguments: {} })
    await begun.promise
    const closing = serving.close()
    released.resolve('late')
    expect(textOf(await called)).toBe('late')
    await closing
    await serving.closed
  })

  it('lets no call go on for longer than `drainMs`', async () => {
    const begun = later<undefined>()
    const { client, serving } = await serve(
      registryOf(() => {
        begun.resolve(undefined)
        return new Promise(() => undefined)
      }),
      'modern',
      { drainMs: 1 },
    )
    const called = client.callTool({ name: 'look', arguments: {} })
    await begun.promise
    await serving.close()
    expect(await called).toMatchObject({ isError: true })
  })

  it('is closed when its client leaves', async () => {
    const { client, serving } = await serve(registryOf(() => 'seen'))
    await client.close()
    await expect(serving.closed).resolves.toBeUndefined()
  })

  it('refuses what is no transport, and options that are wrong', async () => {
    const registry = registryOf(() => 'seen')
    const [, far] = InMemoryTransport.createLinkedPair()
    const nothing = undefined as unknown as Transport
    await expect(serveTransport(registry, nothing)).rejects.toThrow('is no transport')
    const options = { drainMs: -1, drain: 1 } as ServeTransportOptions
    await expect(serveTransport(registry, far, options)).rejects.toThrow(/drain[^M][^]*drainMs/)
  })

  it('rejects with what the transport does not start for', async () => {
    const [, far] = InMemoryTransport.createLinkedPair()
    far.start = () => Promise.reject(new Error('no line'))
    const serving = serveTransport(
      registryOf(() => 'seen'),
      far,
      { onError: () => undefined },
    )
    await expect(serving).rejects.toThrow('no line')
  })

  it('is closed by `close` also where the transport does not tell of it', async () => {
    const [, far] = InMemoryTransport.createLinkedPair()
    far.close = () => Promise.resolve()
    const serving = await serveTransport(
      registryOf(() => 'seen'),
      far,
    )
    await serving.close()
    await expect(serving.closed).resolves.toBeUndefined()
  })

  it('leaves their handlers to a host that listens to the transport, too', async () => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const heard: string[] = []
    far.onclose = () => heard.push('closed')
    far.onmessage = () => heard.push('message')
    const serving = await serveTransport(
      registryOf(() => 'seen'),
      far,
    )
    const client = createClient('modern')
    await client.connect(near)
    await client.close()
    await serving.closed
    expect(heard).toContain('message')
    expect(heard.at(-1)).toBe('closed')
  })

  it('refuses a transport that is served already', async () => {
    const [, far] = InMemoryTransport.createLinkedPair()
    const registry = registryOf(() => 'seen')
    const serving = await serveTransport(registry, far)
    await expect(serveTransport(registry, far)).rejects.toThrow('is served already')
    await serving.close()
  })

  it.each<[string, () => Promise<void>]>([
    [
      'throws where it starts',
      () => {
        throw new Error('no line')
      },
    ],
    ['gives no promise', () => undefined as never],
  ])('waits for no transport that %s', async (what, start) => {
    const [, far] = InMemoryTransport.createLinkedPair()
    far.start = start
    const serving = serveTransport(
      registryOf(() => 'seen'),
      far,
      { onError: () => undefined },
    )
    if (what.startsWith('throws')) await expect(serving).rejects.toThrow('no line')
    else await expect(serving).resolves.toHaveProperty('close')
  })

  it('is over where the transport closes while it starts', async () => {
    const [, far] = InMemoryTransport.createLinkedPair()
    far.start = () => {
      far.onclose?.()
      return new Promise(() => undefined)
    }
    const { closed } = await serveTransport(
      registryOf(() => 'seen'),
      far,
    )
    await expect(closed).resolves.toBeUndefined()
  })

  it('is over where the client has left before anything was heard', async () => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const serving = serveTransport(
      registryOf(() => 'seen'),
      far,
    )
    await near.close()
    await expect((await serving).closed).resolves.toBeUndefined()
  })

  it('takes a transport again that was not served', async () => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const start = far.start.bind(far)
    far.start = () => Promise.reject(new Error('no line'))
    let calls = 0
    const registry = registryOf(() => `seen ${(calls += 1).toString()}`)
    const onError = () => undefined
    for (let times = 0; times < 2; times += 1)
      await expect(serveTransport(registry, far, { onError })).rejects.toThrow('no line')
    far.start = start
    await serveTransport(registry, far, { onError })
    const client = createClient('modern')
    await client.connect(near)
    onTestFinished(() => client.close())
    expect(textOf(await client.callTool({ name: 'look', arguments: {} }))).toBe('seen 1')
    expect(calls).toBe(1)
  })

  it('goes on whatever a host that listens throws, and reports that', async () => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const fail = () => {
      throw new Error('of the host')
    }
    Object.assign(far, { onclose: fail, onmessage: fail })
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    const serving = await serveTransport(
      registryOf(() => 'seen'),
      far,
      { onError },
    )
    const client = createClient('modern')
    await client.connect(near)
    expect((await client.listTools()).tools).toHaveLength(1)
    await client.close()
    await serving.closed
    expect(errors).toContainEqual(new Error('of the host'))
  })

  it.each([null, undefined, 1, 'x', []])('takes %j for no message, and goes on', async (sent) => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    await serveTransport(
      registryOf(() => 'seen'),
      far,
      { onError: () => undefined },
    )
    expect(() => far.onmessage?.(sent as never)).not.toThrow()
    const client = createClient('modern')
    await client.connect(near)
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools).toHaveLength(1)
  })
})
