// Faults that users of other tool libraries for Nest reported, with the set-ups they reported them for.
import {
  Inject,
  Injectable,
  Module,
  Scope,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common'
import { REQUEST } from '@nestjs/core'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { findToolCall, guardLayer, McpController, ToolsModule } from '../../src/nestjs/index.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolContext } from '../../src/tools/tool-context.js'
import { connect, createClient, textOf } from '../mcp/server/connect.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { feature, serve, start } from './start.js'

@Tool({ server: 'mail', name: 'send' })
class SendMail {
  call() {
    return 'sent'
  }
}

@Tool({ server: 'docs', name: 'read' })
class ReadDocs {
  call() {
    return 'read'
  }
}

@McpController({ unauthenticated: true, path: 'docs', tools: ['@server:docs'], names: 'wire' })
class DocsController {}

@McpController({ unauthenticated: true, path: 'mail', tools: ['@server:mail'] })
class MailController {}

const listAt = async (url: string) => {
  const client = createClient('modern')
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

describe('[G-073] tools of a module that several servers share', () => {
  const shared = feature('SharedModule', [SendMail])
  const docs = feature('DocsModule', [ReadDocs], {
    imports: [shared],
    controllers: [DocsController],
  })
  const mail = feature('MailModule', [], { imports: [shared], controllers: [MailController] })

  it('are served by their own server only, each with its own settings [G-073]', async () => {
    const { url } = await serve({ server: 'Express', imports: [docs, mail] })
    expect([await listAt(`${url}/docs`), await listAt(`${url}/mail`)]).toEqual([
      ['docs__read'],
      ['send'],
    ])
  })

  it('are registered once, however often their module is imported [G-073]', async () => {
    const { registry } = await start({ imports: [docs, mail, shared] })
    expect(registry.ids().map(String)).toEqual(['docs/read', 'mail/send'])
  })

  it('are in reach of feature modules [G-073]', async () => {
    @Injectable()
    class Agent {
      constructor(readonly registry: ToolRegistry) {}
    }
    @Module({ imports: [ToolsModule.forFeature([])], providers: [Agent] })
    class AgentModule {}
    const { app } = await start({ imports: [docs, AgentModule] })
    expect(app.get(Agent, { strict: false }).registry.ids()).toHaveLength(2)
  })
})

describe('[G-074] a guard with services', () => {
  @Injectable()
  class Permissions {
    has = (context: ToolContext | undefined): boolean => context?.principal?.id === 'ann'
  }

  @Injectable({ scope: Scope.REQUEST })
  class PermissionGuard implements CanActivate {
    constructor(
      private readonly permissions: Permissions,
      @Inject(REQUEST) private readonly context: ToolContext,
    ) {}
    canActivate(execution: ExecutionContext) {
      const seen = findToolCall(execution)?.context
      return this.permissions.has(this.context) && seen?.principal === this.context.principal
    }
  }

  @McpController({ authenticate: ({ headers }) => callerOf(String(headers['x-user'])) })
  class Assistant {}

  const callerOf = (id: string) => ({ principal: { id, kind: 'person' as const } })
  const parts = {
    options: { layers: [guardLayer(PermissionGuard)] },
    imports: [feature('MailModule', [SendMail], { providers: [Permissions, PermissionGuard] })],
  }

  it('guards direct calls [G-074]', async () => {
    const { call } = await start(parts)
    expect(await call('mail/send', {}, callerOf('ann'))).toBe('sent')
    await expect(call('mail/send', {}, callerOf('bob'))).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('guards calls over stdio, where there is no HTTP [G-074]', async () => {
    const { registry } = await start(parts)
    const textFor = async (id: string) => {
      const { client } = await connect(registry, { serve: { caller: callerOf(id) } })
      return textOf(await client.callTool({ name: 'send' }))
    }
    expect(await textFor('ann')).toBe('sent')
    expect(await textFor('bob')).not.toBe('sent')
  })

  it('guards calls over HTTP [G-074]', async () => {
    const { url } = await serve({ ...parts, server: 'Express', controllers: [Assistant] })
    const textFor = async (id: string) => {
      const client = createClient('modern')
      const requestInit = { headers: { 'x-user': id } }
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }),
      )
      const result = await client.callTool({ name: 'send' })
      await client.close()
      return textOf(result)
    }
    expect(await textFor('ann')).toBe('sent')
    expect(await textFor('bob')).not.toBe('sent')
  })
})
