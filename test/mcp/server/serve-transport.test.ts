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
})
