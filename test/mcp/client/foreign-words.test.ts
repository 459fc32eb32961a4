import { describe, expect, it } from 'vitest'

import { createContext, ToolRegistry } from '../../../src/index.js'
import { mcpProgress, type McpProgress } from '../../../src/mcp/call-extensions.js'
import type { ToolError } from '../../../src/errors/tool-error.js'
import { RpcError, scripted, type Script } from './scripted-server.js'
import { connect, object, text } from './servers.js'

const evil = 'a\n\u001b[31m\u202eb'
const escaped = 'a\\u000a\\u001b[31m\\u202eb'

const tool = (name: string, more: object = {}) => ({ name, inputSchema: object, ...more })

async function startListing(...tools: object[]) {
  const listed = { tools }
  const server = scripted({ list: () => ({ tools: listed.tools }), call: () => text('done') })
  const connected = await connect(server, { tools: { [`not ${evil}`]: {} } })
  const registry = ToolRegistry.empty().register(...connected.tools)
  const change = async (...changed: object[]) => {
    listed.tools = changed
    server.lines[0]?.send({ method: 'notifications/tools/list_changed' })
    await registry.dispatch('far/still', {})
  }
  return { ...connected, change }
}

async function failureOf(call: Script['call']): Promise<ToolError> {
  const { tools } = await connect(scripted({ call: call ?? (() => undefined) }))
  const registry = ToolRegistry.empty().register(...tools)
  return registry.dispatch('far/act', {}).then(
    () => expect.unreachable(),
    (error: unknown) => error as ToolError,
  )
}

describe('a name that a foreign server chose', () => {
  it('is escaped in every message', async () => {
    const still = tool('still')
    const refused = tool(`refused ${evil}`, { inputSchema: 7 })
    const dropped = tool(`dropped ${evil}`, { outputSchema: { type: 'nonsense' } })
    const [first, other] = [tool(evil), tool(evil, { title: 'Other' })]
    const { findings, change } = await startListing(still, refused, dropped, first)
    await change(still, first)
    await change(still, other, tool(`new ${evil}`))
    await change(still, first, first)
    await change(still, first)
    const kinds = ['unknown-tool', 'refused-tool', 'dropped-output-schema']
    const later = ['gone-tool', 'changed-tool', 'new-tool', 'restored-tool']
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set([...kinds, ...later]))
    for (const { message } of findings) expect(message).toContain(escaped)
    for (const { message } of findings) expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it('is escaped where it is listed twice', async () => {
    await expect(startListing(tool(evil), tool(evil))).rejects.toThrow(`"${escaped}"`)
  })
})

describe('words that a foreign server chose', () => {
  it('are escaped and cut in an error of the protocol', async () => {
    const failure = await failureOf(() => Promise.reject(new RpcError(-32_602, evil)))
    expect(failure.modelText).toBe(`The server "far" refused the call: Error: ${escaped}`)
    const long = await failureOf(() => Promise.reject(new RpcError(-32_602, 'x'.repeat(9000))))
    expect(long.modelText.length).toBeLessThan(4100)
  })

  it('are escaped and cut in a report of progress, which has nothing else of the server', async () => {
    const words = [evil, 'x'.repeat(9000)]
    const call: Script['call'] = ({ params }, line) => {
      const { progressToken } = params['_meta'] as { progressToken: number }
      for (const [index, message] of words.entries()) {
        const report = {
          progressToken,
          progress: index + 1,
          message,
          _meta: { secret: 1 },
          more: 1,
        }
        line.send({ method: 'notifications/progress', params: report })
      }
      return text('done')
    }
    const { tools } = await connect(scripted({ call }))
    const seen: McpProgress[] = []
    const context = createContext().with(mcpProgress, (progress) => seen.push(progress))
    await ToolRegistry.empty()
      .register(...tools)
      .dispatch('far/act', {}, context)
    expect(seen[0]).toStrictEqual({ progress: 1, message: escaped })
    expect(seen[1]?.message).toHaveLength(1001)
  })

  it('are escaped where the server does not let itself be read', async () => {
    const list = () => Promise.reject(new RpcError(-32_603, evil))
    await expect(connect(scripted({ list }))).rejects.toThrow(escaped)
  })
})
