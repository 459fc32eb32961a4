import type { ServerResponse } from 'node:http'

import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  ForbiddenException,
  Injectable,
  UnauthorizedException,
  UseGuards,
  VersioningType,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common'
import { IsString } from 'class-validator'
import { describe, expect, it, onTestFinished } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { McpController, type McpControllerOptions } from '../../src/nestjs/index.js'
import type { ToolContext } from '../../src/tools/tool-context.js'
import { createClient, eras, textOf } from '../mcp/server/connect.js'
import { compile, feature, problemsOf, serve, servers, type ServedParts } from './start.js'

@Tool({ server: 'docs', name: 'search', mutates: false })
class Search {
  @IsString() text!: string
  call({ tenantId, principal }: ToolContext) {
    return `${tenantId}/${principal?.id ?? 'nobody'}: ${this.text}`
  }
}

@Tool({ server: 'mail', name: 'send' })
class Send {
  call() {
    return 'sent'
  }
}

interface Authenticated {
  readonly user: { readonly id: string; readonly tenant: string }
}

/** Puts who calls on the request, as guards do. */
@Injectable()
class TokenGuard implements CanActivate {
  canActivate(execution: ExecutionContext) {
    const request = execution.switchToHttp().getRequest<{
      headers: Record<string, string | undefined>
      user?: Authenticated['user']
    }>()
    const token = request.headers['authorization']?.replace('Bearer ', '')
    if (token === undefined) throw new UnauthorizedException()
    if (token === 'mallory') throw new ForbiddenException()
    request.user = { id: token, tenant: 'acme' }
    return true
  }
}

const byUser: McpControllerOptions<Authenticated> = {
  authenticate: ({ user }) => ({
    tenantId: user.tenant,
    principal: { id: user.id, kind: 'person' },
  }),
}

@McpController(byUser)
@UseGuards(TokenGuard)
class Assistant {}

const tools = [
  feature('DocsModule', [Search], { providers: [TokenGuard] }),
  feature('MailModule', [Send]),
]

const serveAssistant = (parts: Pick<ServedParts, 'server'> & Partial<ServedParts>) =>
  serve({ controllers: [Assistant], imports: tools, ...parts })

async function connect(url: string, era: 'legacy' | 'modern' = 'modern', token = 'ann') {
  const client = createClient(era)
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  onTestFinished(() => client.close())
  return client
}

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}
const searching = (text: string): string => {
  const params = { name: 'search', arguments: { text } }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
}
const post = (url: string, body: string, token?: string) => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return fetch(url, { method: 'POST', headers: { ...headers, ...authorization }, body })
}

/** Sets a header on every response, in the way of the server. */
function setHeader(app: INestApplication): void {
  const instance: unknown = app.getHttpAdapter().getInstance()
  if (!isFastify(instance)) {
    app.use((_: unknown, response: ServerResponse, next: () => void) => {
      response.setHeader('x-shop', 'tea')
      next()
    })
    return
  }
  instance.addHook('onRequest', (_, reply, done) => {
    reply.header('x-shop', 'tea')
    done()
  })
}

interface Fastify {
  addHook(
    name: 'onRequest',
    hook: (
      request: unknown,
      reply: { header(name: string, value: string): unknown },
      done: () => void,
    ) => void,
  ): unknown
}

function isFastify(instance: unknown): instance is Fastify {
  return typeof (instance as Partial<Fastify>).addHook === 'function'
}

describe.each(servers)('McpController on %s', (server) => {
  it.each(eras)('serves tools to a %s client, for whom the guards let in', async (era) => {
    const { url } = await serveAssistant({ server })
    const client = await connect(`${url}/mcp`, era)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['search', 'send'])
    const result = await client.callTool({ name: 'search', arguments: { text: 'tea' } })
    expect(textOf(result)).toBe('acme/ann: tea')
  })

  it.each([
    ['its own body parser', {}],
    ['a raw body beside the parsed one', { rawBody: true }],
    ['no body parser', { bodyParser: false }],
  ])('takes requests with %s', async (_, application) => {
    const { url } = await serveAssistant({ server, application })
    const response = await post(`${url}/mcp`, searching('tea'), 'ann')
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('acme/ann: tea'),
    ])
  })

  it.each([
    ['nobody', undefined, 401],
    ['somebody the guard refuses', 'mallory', 403],
  ])(
    'answers %s as a guarded route does, before MCP sees the request',
    async (_, token, status) => {
      const { url } = await serveAssistant({ server })
      const response = await post(`${url}/mcp`, '{"not":"json-rpc"}', token)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ statusCode: status })
    },
  )

  it('asks the guards before it reads a body that nothing parsed', async () => {
    const { url } = await serveAssistant({ server, application: { bodyParser: false } })
    const type = { 'content-type': 'application/json', accept: headers.accept }
    const broken = { method: 'POST', headers: server === 'Express' ? type : {}, body: '{' }
    expect((await fetch(`${url}/mcp`, broken)).status).toBe(401)
  })

  it('stands under the prefix and version of the application', async () => {
    @McpController({ ...byUser, path: 'assistant', version: '2' } as McpControllerOptions)
    @UseGuards(TokenGuard)
    class Versioned {}
    const { url } = await serve({
      ...{ server, controllers: [Versioned], imports: tools },
      configure: (app) => app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI }),
    })
    const client = await connect(`${url}/api/v2/assistant`)
    const result = await client.callTool({ name: 'search', arguments: { text: 'tea' } })
    expect(textOf(result)).toBe('acme/ann: tea')
    expect((await post(`${url}/mcp`, searching('tea'), 'ann')).status).toBe(404)
  })

  it('answers bodies over its own limit with 413', async () => {
    @McpController({ ...byUser, maxBodyBytes: 200 } as McpControllerOptions)
    @UseGuards(TokenGuard)
    class Small {}
    const { url } = await serve({ server, controllers: [Small], imports: tools })
    expect((await post(`${url}/mcp`, searching('tea'), 'ann')).status).toBe(200)
    expect((await post(`${url}/mcp`, searching('t'.repeat(300)), 'ann')).status).toBe(413)
  })

  it('answers bodies over the limit of the server with 413', async () => {
    const { url } = await serveAssistant({ server })
    const large = searching('t'.repeat(2 * 1024 * 1024))
    expect((await post(`${url}/mcp`, large, 'ann')).status).toBe(413)
  })

  it('serves each controller the tools that it selects', async () => {
    @McpController({ unauthenticated: true, path: 'docs', tools: ['@server:docs'] })
    class Docs {}
    @McpController({ unauthenticated: true, path: 'mail', tools: ['@server:mail'], names: 'wire' })
    class Mail {}
    const { url } = await serve({ server, controllers: [Docs, Mail], imports: tools })
    const namesAt = async (path: string) =>
      (await (await connect(url + path)).listTools()).tools.map(({ name }) => name)
    expect(await namesAt('/docs')).toEqual(['search'])
    expect(await namesAt('/mail')).toEqual(['mail__send'])
  })

  it('answers 401 where `authenticate` finds nobody, and what it throws as any route', async () => {
    const authenticate = ({
      headers: given,
    }: {
      headers: { authorization?: string | undefined }
    }) => {
      if (given.authorization === 'Bearer mallory') throw new ForbiddenException()
      return undefined
    }
    @McpController({ authenticate })
    class Nobody {}
    const { url } = await serve({ server, controllers: [Nobody], imports: tools })
    const of = async (token: string) => (await post(`${url}/mcp`, searching('x'), token)).status
    expect([await of('ann'), await of('mallory')]).toEqual([401, 403])
  })

  it('calls for the `caller` of the options where nobody is authenticated', async () => {
    @McpController({ unauthenticated: true, caller: { tenantId: 'acme' } })
    class Kiosk {}
    const { url } = await serve({ server, controllers: [Kiosk], imports: tools })
    const found = await (
      await connect(`${url}/mcp`)
    ).callTool({ name: 'search', arguments: { text: 'tea' } })
    expect(textOf(found)).toBe('acme/nobody: tea')
  })

  it('keeps headers that the application sets', async () => {
    const { url } = await serveAssistant({ server, configure: setHeader })
    const response = await post(`${url}/mcp`, searching('tea'), 'ann')
    expect([response.status, response.headers.get('x-shop')]).toEqual([200, 'tea'])
  })

  it('refuses requests for hosts that are not its own', async () => {
    const { url } = await serveAssistant({ server })
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer ann', origin: 'http://evil.example' },
      body: searching('tea'),
    })
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('Forbidden origin'),
    ])
  })
})

describe('McpController', () => {
  it('does not start where nobody says who calls', async () => {
    @McpController()
    class Open {}
    const app = await compile({ controllers: [Open], imports: tools })
    expect(await problemsOf(app.init())).toEqual([
      '@McpController on class Open: it would serve whoever reaches the application, without knowing who calls. Pass authenticate: (request) => ({ tenantId, principal }), or unauthenticated: true where nobody else reaches it.',
    ])
  })

  it('does not start with options that are wrong', async () => {
    @McpController({ unauthenticated: true, pageSize: 0, tools: [''] })
    class Wrong {}
    const app = await compile({ controllers: [Wrong], imports: tools })
    expect((await problemsOf(app.init())).join()).toContain('"tools"')
  })

  it('does not start with tools that are not there', async () => {
    @McpController({ unauthenticated: true, tools: ['docs/serch'] })
    class Wrong {}
    const app = await compile({ controllers: [Wrong], imports: tools })
    expect((await problemsOf(app.init())).join()).toContain('docs/search')
  })
})
