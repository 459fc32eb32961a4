import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listen, overStdio } from './serve-app.mjs'

const identity = { name: 'test', version: '1' }
const quiet = { ...overStdio, stderr: 'ignore' }

const v1 = { create: () => new ClientV1(identity), stdio: () => new StdioV1(quiet), Http: HttpV1 }
const v2 = (mode) => ({
  create: () => new ClientV2(identity, { versionNegotiation: { mode } }),
  stdio: () => new StdioV2(quiet),
  Http: HttpV2,
})

const generations = [
  ['the first generation of the SDK', v1],
  ['the second generation of the SDK, on 2025', v2('legacy')],
  ['the second generation of the SDK, on 2026-07-28', v2({ pin: '2026-07-28' })],
]

describe.each(generations)('a client of %s', (_name, { create, stdio, Http }) => {
  describe.each(['stdio', 'http'])('over %s', (way) => {
    let listener
    let client
    beforeAll(async () => {
      if (way === 'http') listener = await listen()
      client = create()
      await client.connect(way === 'http' ? new Http(new URL(listener.url)) : stdio())
    })
    afterAll(async () => {
      await client.close()
      await listener?.close()
    })

    it('lists the tools that were reviewed, and no other', async () => {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(['add', 'note'])
    })

    it('is answered with structured content that its own check of the schema passes', async () => {
      const result = await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } })
      expect(result.structuredContent).toEqual({ sum: 5 })
    })

    it('is answered with words where the arguments do not fit', async () => {
      const { isError, content } = await client.callTool({ name: 'add', arguments: { a: 2 } })
      expect([isError, content[0].text]).toEqual([true, expect.stringContaining('b is required')])
    })

    it('is told that a tool which was not reviewed is unknown', async () => {
      await expect(client.callTool({ name: 'erase' })).rejects.toMatchObject({ code: -32602 })
    })
  })
})
