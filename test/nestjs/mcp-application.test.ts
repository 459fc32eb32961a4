// What a whole application has that MCP is served from: its own guards and pipes, its journal, clients that leave.
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client'
import {
  Injectable,
  UnauthorizedException,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common'
import { APP_GUARD, APP_PIPE } from '@nestjs/core'
import { IsString } from 'class-validator'
import { describe, expect, it, onTestFinished } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { IdempotencyLayer } from '../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { McpController } from '../../src/nestjs/index.js'
import { suspend } from '../../src/tools/suspension.js'
import type { ToolContext } from '../../src/tools/tool-context.js'
import { createClient, eras, later, textOf } from '../mcp/server/connect.js'
import { answering, sizes } from '../mcp/server/waiting-tools.js'
import { feature, serve, servers, type ServedParts } from './start.js'

@Injectable()
class Hats {
  find = (item: string, size: number): string => `${item} in ${size}`
}

@Tool({ server: 'shop', name: 'order', description: 'Orders.', idempotencyKey: 'item' })
class Order {
  @IsString() item!: string
  constructor(private readonly hats: Hats) {}
  call() {
    return suspend({ reason: 'Which size?', inputSchema: sizes })
  }
  resume({ principal }: ToolContext, { size }: { size: number }) {
    return `${this.hats.find(this.item, size)} for ${principal?.id ?? 'nobody'}`
  }
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  user?: string
}

@Injectable()
class EveryRoute implements CanActivate {
  canActivate(execution: ExecutionContext) {
    const request = execution.switchToHttp().getRequest<Sent>()
    const token = request.headers['authorization']
    if (token === undefined) throw new UnauthorizedException()
    request.user = token
    return true
  }
}

@McpController({
  sessions: true,
  authenticate: ({ user = '' }: Sent) => ({ principal: { id: user, kind: 'person' } }),
})
class Assistant {}

const strict = { whitelist: true, forbidNonWhitelisted: true, transform: true }

const serveShop = (parts: Pick<ServedParts, 'server'> & Partial<ServedParts>) =>
  serve({
    controllers: [Assistant],
    options: { layers: [new IdempotencyLayer(memoryJournal())] },
    imports: [feature('ShopModule', [Order], { providers: [Hats] })],
    providers: [
      { provide: APP_GUARD, useClass: EveryRoute },
      { provide: APP_PIPE, useValue: new ValidationPipe(strict) },
    ],
    ...parts,
  })

async function join(client: Client, url: string) {
  const requestInit = { headers: { authorization: 'ann' } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  onTestFinished(() => client.close())
}

describe.each(servers)('MCP of an application on %s', (server) => {
  it.each(eras)('asks the person at a %s client, and goes on by the class', async (era) => {
    const { url } = await serveShop({ server })
    const person = answering({ action: 'accept', content: { size: 9 } })
    const client = createClient(era, person.client)
    person.prepare(client)
    await join(client, url)
    const result = await client.callTool({ name: 'order', arguments: { item: 'hat' } })
    expect([textOf(result), person.questions]).toEqual(['hat in 9 for ann', ['Which size?']])
  })

  it('is behind the guards of the whole application', async () => {
    const { url } = await serveShop({ server })
    expect((await fetch(`${url}/mcp`, { method: 'POST' })).status).toBe(401)
  })

  it('cancels the call of a client that leaves', async () => {
    const [begun, fired] = [later<string>(), later<string>()]
    @Tool({ server: 'shop', name: 'wait' })
    class Wait {
      async call({ signal }: ToolContext) {
        begun.resolve('begun')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        fired.resolve('fired')
      }
    }
    const { url } = await serveShop({ server, imports: [feature('WaitModule', [Wait])] })
    const client = createClient('modern')
    await join(client, url)
    const leaving = new AbortController()
    const call = client.callTool({ name: 'wait' }, { signal: leaving.signal })
    await begun.promise
    leaving.abort()
    await expect(call).rejects.toThrow()
    expect(await fired.promise).toBe('fired')
  })
})
