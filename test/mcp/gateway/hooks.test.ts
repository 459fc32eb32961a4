import { describe, expect, it } from 'vitest'

import { createContext, ToolRegistry } from '../../../src/index.js'
import type { McpToolsOptions } from '../../../src/mcp/client/mcp-tools-options.js'
import { mcpHandler, type McpHandlerOptions } from '../../../src/mcp/server/http/mcp-handler.js'
import { rejection, registryOf, tool } from '../../registry/tools.js'
import { connect, serve, text } from '../client/servers.js'

const secret = 'hunter2'
const fail = (): never => {
  throw new Error(`db password is ${secret}`)
}
const failLater = () => Promise.reject(new Error(`db password is ${secret}`))

const listing = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
}

describe('a hook of an operator that fails while it is served', () => {
  it.each<[string, McpHandlerOptions]>([
    ['authenticate', { authenticate: fail }],
    ['authenticate, later', { authenticate: failLater }],
    ['viewFor', { unauthenticated: true, viewFor: fail }],
    ['viewFor, later', { unauthenticated: true, viewFor: failLater }],
  ])('is masked and reported: %s', async (_, options) => {
    const reported: unknown[] = []
    const onError = (error: unknown) => reported.push(error)
    const { fetch } = mcpHandler(registryOf(tool()), { ...options, onError })
    const response = await fetch(new Request('http://localhost/mcp', listing))
    expect(response.status).toBe(500)
    expect(await response.text()).toMatch(/"Internal error\. Reference: [\w-]+\."/)
    expect(String(reported[0])).toContain(secret)
  })

  it.each([fail, failLater])(
    'is masked where what is told of it fails as well',
    async (onError) => {
      const options = { authenticate: fail, onError: onError as () => void }
      const { fetch } = mcpHandler(registryOf(tool()), options)
      const response = await fetch(new Request('http://localhost/mcp', listing))
      expect(await response.text()).not.toContain(secret)
    },
  )
})

describe('a hook of an operator that fails while a foreign server is called', () => {
  const failing = async (options: Partial<McpToolsOptions>) => {
    const far = serve([{ name: 'act', answer: () => text('done') }])
    const { tools } = await connect(far, options)
    const registry = ToolRegistry.empty().register(...tools)
    return { far, error: await rejection(registry.dispatch('far/act', {}, createContext())) }
  }

  it.each([
    ['at once', fail],
    ['later', failLater],
  ])(
    'credentials, %s: nothing was sent, and a model reads nothing of it',
    async (_, credentials) => {
      const { far, error } = await failing({ credentials })
      expect(error.disposition).toBe('did-not-happen')
      expect(error.modelText).not.toContain(secret)
      expect(far.calls).toEqual([])
    },
  )

  it.each([
    ['a list', []],
    ['nothing', undefined],
    ['null', null],
    ['a text', secret],
    ['headers that are none', { headers: secret }],
    ['variables that are none', { env: { TOKEN: 7 } }],
    ['a member that there is not', { header: { authorization: secret } }],
    ['what refers to itself', circular()],
  ])('credentials that are %s are nobody’s, and nothing was sent', async (_, given) => {
    const { far, error } = await failing({ credentials: () => given as never })
    expect(error.disposition).toBe('did-not-happen')
    expect(error.message + error.modelText).not.toContain(secret)
    expect(far.calls).toEqual([])
  })

  it('a transport that cannot be made again: the call did not happen', async () => {
    const far = serve([{ name: 'act', answer: () => text('done') }])
    let made = 0
    const transport = () => ((made += 1) === 1 ? far.transport() : fail())
    const { tools } = await connect({ transport })
    await far.crash()
    const registry = ToolRegistry.empty().register(...tools)
    const error = await rejection(registry.dispatch('far/act', {}))
    expect(error).toMatchObject({ code: 'UNREACHABLE', disposition: 'did-not-happen' })
    expect(error.message + error.modelText).not.toContain(secret)
  })
})

function circular(): object {
  const headers: Record<string, unknown> = {}
  headers['self'] = headers
  return { headers }
}
