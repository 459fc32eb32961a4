import { describe, expect, it } from 'vitest'

import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

import { ToolRegistry } from '../../../src/index.js'
import { mcpHandler } from '../../../src/mcp/server/http/mcp-handler.js'
import { tool } from '../../registry/tools.js'
import { connect as connectClient, createClient, eras } from '../server/connect.js'
import { scripted } from '../client/scripted-server.js'
import { connect, object, serve } from '../client/servers.js'
import { serveOnward } from './serve-onward.js'

const said = { type: 'text', text: 'two of them' }
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
const annotations = { audience: ['user'], priority: 0.5, lastModified: '2026-07-28T00:00:00Z' }
const kinds: Record<string, object> = {
  image,
  audio: { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  'a link to a resource': {
    ...{ type: 'resource_link', uri: 'file:///a', name: 'a', title: 'A', mimeType: 'text/plain' },
    ...{ description: 'The first.', size: 3, annotations },
  },
  'a resource of text': { type: 'resource', resource: { uri: 'file:///b', text: 'b' } },
  'a resource of bytes': {
    type: 'resource',
    resource: { uri: 'file:///c', blob: 'aGk=', mimeType: 'x/y' },
    annotations,
  },
  'an annotated text': { ...said, annotations },
}

/** What a client of ours is given for the result of a foreign tool. */
async function onward(era: 'modern' | 'legacy', result: object, listed: object = {}) {
  const tools = [{ name: 'act', inputSchema: object, ...listed }]
  const far = scripted({ list: () => ({ tools }), call: () => result })
  const { client } = await serveOnward(far, { era })
  return client.callTool({ name: 'act' })
}

describe.each(eras)('the result of a foreign tool that is served onward to a %s client', (era) => {
  it.each(Object.entries(kinds))('keeps %s as it is', async (_, block) => {
    expect(await onward(era, { content: [said, block] })).toMatchObject({ content: [said, block] })
    const { content, structuredContent } = await onward(era, { content: [block] })
    expect([content, structuredContent]).toEqual([[block], undefined])
  })

  it('keeps structured content with the blocks beside it', async () => {
    const result = { content: [said, image], structuredContent: { n: 2 } }
    expect(await onward(era, result)).toMatchObject(result)
  })

  it('says structured content that the era does not take in words', async () => {
    const { content, structuredContent } = await onward(era, {
      content: [image],
      structuredContent: [2],
    })
    const words = { type: 'text', text: '[2]' }
    expect(content).toEqual(era === 'legacy' ? [image, words] : [image])
    expect(structuredContent).toEqual(era === 'legacy' ? undefined : [2])
  })

  it('prefers structured content where a schema promises it', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } } }
    const result = { content: [image], structuredContent: { n: 2 } }
    const { content, structuredContent } = await onward(era, result, { outputSchema })
    expect([content, structuredContent]).toEqual([[{ type: 'text', text: '{"n":2}' }], { n: 2 }])
  })

  it.each([
    ['a kind that nobody knows', { type: 'hologram', data: 'aGk=' }],
    ['an image without a type', { type: 'image', data: 'aGk=' }],
    ['a resource without any content', { type: 'resource', resource: { uri: 'file:///a' } }],
    ['annotations that are none', { ...said, annotations: { priority: 'high' } }],
    ['an inherited kind', { type: 'toString' }],
  ])('says %s as text, which every client can read', async (_, block) => {
    const { content } = await onward(era, { content: [said, block] })
    expect(content).toEqual([{ type: 'text', text: JSON.stringify({ content: [said, block] }) }])
  })
})

describe('the result of a local tool', () => {
  it('is a value, also where it looks like blocks', async () => {
    const registry = ToolRegistry.empty().register(tool({ call: () => ({ content: [image] }) }))
    const { client } = await connectClient(registry)
    const { content } = await client.callTool({ name: 'order' })
    expect(content).toEqual([{ type: 'text', text: JSON.stringify({ content: [image] }) }])
  })
})

describe.each(eras)('a foreign server behind mcpHandler, for a %s client', (era) => {
  it('answers in its own blocks', async () => {
    const { tools } = await connect(serve([{ name: 'act', answer: () => ({ content: [image] }) }]))
    const registry = ToolRegistry.empty().register(...tools)
    const { fetch } = mcpHandler(registry, { unauthenticated: true })
    const client = createClient(era)
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
        fetch: (input, init) => fetch(new Request(input, init)),
      }),
    )
    expect((await client.callTool({ name: 'act' })).content).toEqual([image])
    await client.close()
  })
})
