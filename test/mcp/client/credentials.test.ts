import { describe, expect, it } from 'vitest'

import { createContext, ToolRegistry } from '../../../src/index.js'
import type { Credentials } from '../../../src/mcp/client/mcp-tools-options.js'
import { connect, serve, text, type ServedTool } from './servers.js'

const answers: ServedTool = { name: 'act', answer: () => text('done') }

async function start() {
  const server = serve([answers])
  const made: (Credentials | undefined)[] = []
  const transport = (credentials?: Credentials) => {
    made.push(credentials)
    return server.transport()
  }
  const { tools, findings } = await connect(
    { transport },
    { transport, credentials: ({ tenantId }) => ({ headers: { 'x-tenant': tenantId } }) },
  )
  const registry = ToolRegistry.empty().register(...tools)
  const callAs = (tenantId: string) => registry.dispatch('far/act', {}, createContext({ tenantId }))
  return { server, made, callAs, findings, tools }
}

describe('the credentials of a call', () => {
  it('have a connection of their own, kept for the next call with the same ones', async () => {
    const { made, callAs } = await start()
    for (const tenant of ['acme', 'umbrella', 'acme']) await callAs(tenant)
    const tenants = made.map((one) => one?.headers?.['x-tenant'])
    expect(tenants).toEqual([undefined, 'acme', 'umbrella'])
  })

  it('are offered the reviewed tools, or none', async () => {
    const { server, callAs, findings } = await start()
    server.tools = [{ ...answers, title: 'Other' }]
    await expect(callAs('acme')).rejects.toMatchObject({ code: 'NOT_GRANTED' })
    expect(findings).toMatchObject([{ kind: 'changed-tool' }])
  })

  it('are told of by the definition', async () => {
    const { tools } = await start()
    expect(tools[0]?.foreign?.hasOwnCredentials).toBe(true)
  })

  it('that cannot be had make the call unavailable; nothing was sent', async () => {
    const server = serve([answers])
    const { tools } = await connect(server, {
      credentials: () => Promise.reject(new Error('vault')),
    })
    const call = ToolRegistry.empty()
      .register(...tools)
      .dispatch('far/act', {})
    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE', disposition: 'did-not-happen' })
    expect(server.calls).toEqual([])
  })
})
