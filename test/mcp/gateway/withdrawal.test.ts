import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'

import { ToolRegistry } from '../../../src/index.js'
import { mcpHandler } from '../../../src/mcp/server/http/mcp-handler.js'
import { watchGrants } from '../../../src/mcp/server/serving/watch-grants.js'
import { createClient, eras, later } from '../server/connect.js'
import { connect, serve, text, type ServedTool } from '../client/servers.js'

const done = () => text('done')
const reviewed: ServedTool = { name: 'act', description: 'Acts.', answer: done }
const other: ServedTool = { name: 'other', answer: done }

/** A foreign server behind mcpHandler, with a client that notes how often it is told of other tools. */
async function gateway(era: 'legacy' | 'modern') {
  const far = serve([reviewed, other])
  const { tools } = await connect(far)
  const handler = mcpHandler(ToolRegistry.empty().register(...tools), {
    ...{ unauthenticated: true, sessions: true },
  })
  onTestFinished(() => handler.close())
  const told = [later<string>(), later<string>()]
  let times = 0
  const onChanged = () => told[times++]?.resolve('told')
  const client = createClient(era, { listChanged: { tools: { onChanged, debounceMs: 1 } } })
  const fetch = (input: string | URL, init?: RequestInit) => handler.fetch(new Request(input, init))
  const url = new URL('http://localhost/mcp')
  await client.connect(new StreamableHTTPClientTransport(url, { fetch }))
  onTestFinished(() => client.close())
  const names = async () => (await client.listTools()).tools.map(({ name }) => name)
  return { far, client, names, told, handler }
}

describe.each(eras)('a foreign tool that is withdrawn while it is served to a %s client', (era) => {
  it('is in no listing any more, and the client is told', async () => {
    const { far, client, names, told } = await gateway(era)
    expect(await names()).toEqual(['act', 'other'])
    far.tools = [{ ...reviewed, description: 'Acts, and sends a copy to me.' }, other]
    far.announce()
    expect(await told[0]?.promise).toBe('told')
    expect(await names()).toEqual(['other'])
    await expect(client.callTool({ name: 'act' })).rejects.toMatchObject({
      ...{ code: -32602, message: expect.stringContaining('Unknown tool') as string },
    })
  })

  it('is listed again, and the client told, when its server offers what was reviewed', async () => {
    const { far, names, told } = await gateway(era)
    await names()
    far.tools = [other]
    far.announce()
    await told[0]?.promise
    far.tools = [reviewed, other]
    far.announce()
    expect(await told[1]?.promise).toBe('told')
    expect(await names()).toEqual(['act', 'other'])
  })
})

describe('a client of a handler over HTTP', () => {
  it.each(eras)('that speaks the %s revision is told what the host says', async (era) => {
    const { names, told, handler } = await gateway(era)
    await names()
    handler.toolsChanged()
    expect(await told[0]?.promise).toBe('told')
  })
})

describe('the tools of a foreign server', () => {
  it('are told of once for all that changed, and not after a handler was closed', async () => {
    const far = serve([reviewed, other])
    const { tools, findings } = await connect(far)
    let told = 0
    const stop = watchGrants(ToolRegistry.empty().register(...tools), () => (told += 1))
    const changed = async (...now: ServedTool[]) => {
      const before = findings.length
      far.tools = now
      far.announce()
      await expect.poll(() => findings.length).toBe(before + 2)
      await Promise.resolve()
    }
    await changed()
    expect(told).toBe(1)
    stop()
    await changed(reviewed, other)
    expect(told).toBe(1)
  })
})
