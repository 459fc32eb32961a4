import { describe, expect, it } from 'vitest'

import { createContext, ToolRegistry } from '../../../src/index.js'
import type { McpCredentials } from '../../../src/mcp/client/mcp-tools-options.js'
import { connect, serve, text, type ServedTool } from './servers.js'

const answers: ServedTool = { name: 'act', answer: () => text('done') }

async function start(tool: ServedTool = answers) {
  const server = serve([tool])
  const made: (McpCredentials | undefined)[] = []
  const ended = new Set<string | undefined>()
  const transport = (credentials?: McpCredentials) => {
    made.push(credentials)
    const line = server.transport()
    const close = line.close.bind(line)
    line.close = async () => {
      await close()
      ended.add(credentials?.headers?.['x-tenant'])
      if (credentials?.headers?.['x-tenant'] === 'stuck') throw new Error('it does not end')
    }
    return line
  }
  const { tools, findings } = await connect(
    { transport },
    { transport, credentials: ({ tenantId }) => ({ headers: { 'x-tenant': tenantId } }) },
  )
  const registry = ToolRegistry.empty().register(...tools)
  const callAs = (tenantId: string) => registry.dispatch('far/act', {}, createContext({ tenantId }))
  return { server, made, ended, callAs, findings, tools }
}

describe('the credentials of a call', () => {
  it('have a connection of their own, kept for the next call with the same ones', async () => {
    const { made, callAs } = await start()
    for (const tenant of ['acme', 'umbrella', 'acme']) await callAs(tenant)
    const tenants = made.map((one) => one?.headers?.['x-tenant'])
    expect(tenants).toEqual([undefined, 'acme', 'umbrella'])
  })

  it('are those of their call, also where the next call changes them', async () => {
    const made: unknown[] = []
    const server = serve([answers])
    const transport = (credentials?: McpCredentials) => {
      made.push(credentials?.headers?.['x-tenant'])
      return server.transport()
    }
    const headers: Record<string, string> = {}
    const credentials = ({ tenantId }: { tenantId: string }) => {
      headers['x-tenant'] = tenantId
      return { headers }
    }
    const { tools } = await connect({ transport }, { transport, credentials })
    const registry = ToolRegistry.empty().register(...tools)
    const callAs = (tenantId: string) => registry.dispatch('far/act', {}, { tenantId })
    await Promise.all([callAs('acme'), callAs('umbrella')])
    expect(made).toEqual([undefined, 'acme', 'umbrella'])
  })

  it('lose their connection to newer ones where it was not used for longest', async () => {
    const { ended, callAs } = await start()
    for (const tenant of ['first', 'second']) await callAs(tenant)
    for (const tenant of tenants(253)) await callAs(tenant)
    await callAs('first')
    await callAs('last')
    await expect.poll(() => [...ended]).toEqual(['second'])
  })

  it('keep their connection while a call is under way, however many newer ones there are', async () => {
    let finish = (): void => undefined
    const slow = new Promise((resolve) => (finish = () => resolve(text('late'))))
    let calls = 0
    const answer = () => ((calls += 1) === 1 ? slow : text('done'))
    const { server, ended, callAs } = await start({ name: 'act', answer })
    const call = callAs('busy')
    await expect.poll(() => server.calls.length).toBe(1)
    for (const tenant of tenants(256)) await callAs(tenant)
    finish()
    expect(await call).toMatchObject({ value: 'late' })
    expect([...ended]).toEqual(['tenant-0', 'tenant-1'])
  })

  it('whose connection does not end are told of, and this process goes on', async () => {
    const { findings, callAs } = await start()
    await callAs('stuck')
    for (const tenant of tenants(255)) await callAs(tenant)
    await expect.poll(() => findings.map(({ kind }) => kind)).toEqual(['lost-connection'])
    expect(findings[0]?.cause).toMatchObject({ message: 'it does not end' })
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

function tenants(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `tenant-${String(index)}`)
}
