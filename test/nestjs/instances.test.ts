import { Inject, Injectable, Scope } from '@nestjs/common'
import { ContextIdFactory, INQUIRER, REQUEST, type ContextId } from '@nestjs/core'
import { IsInt } from 'class-validator'
import { describe, expect, it, onTestFinished } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { ToolContext } from '../../src/tools/tool-context.js'
import { feature, start } from './start.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

@Injectable({ scope: Scope.REQUEST })
class Tenant {
  static made = 0
  readonly number = ++Tenant.made
  constructor(@Inject(REQUEST) private readonly call: ToolContext) {}
  get id() {
    return this.call.tenantId
  }
}

@Injectable()
class Warehouse {
  readonly taken = new Map<string, number>()
  take(tenant: string, count: number) {
    this.taken.set(tenant, (this.taken.get(tenant) ?? 0) + count)
  }
}

@Tool({ server: 'stock', name: 'take' })
class TakeStock {
  @IsInt() count!: number
  @Inject() private readonly warehouse!: Warehouse
  constructor(
    private readonly tenant: Tenant,
    private readonly context: ToolContext,
  ) {}

  async call() {
    await turn()
    this.warehouse.take(this.tenant.id, this.count)
    return { count: this.count, tenant: this.tenant.id, context: this.context.tenantId }
  }
}

const stock = (): ReturnType<typeof feature> =>
  feature('StockModule', [TakeStock], { providers: [Tenant, Warehouse] })

describe('a call through Nest', () => {
  it('never mixes two tenants in 1 000 interleaved calls [ADM-07]', async () => {
    const { app, call } = await start({ imports: [stock()] })
    const tenantOf = (index: number) => (index % 2 === 0 ? 'north' : 'south')
    const values = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        call('stock/take', { count: index }, { tenantId: tenantOf(index) }),
      ),
    )
    const expected = values.map((_, index) => {
      const tenant = tenantOf(index)
      return { count: index, tenant, context: tenant }
    })
    expect(values).toEqual(expected)
    const { taken } = app.get(Warehouse, { strict: false })
    expect([taken.get('north'), taken.get('south')]).toEqual([249_500, 250_000])
  })

  it('makes request-scoped services for every attempt, and none at start', async () => {
    Tenant.made = 0
    const { call } = await start({ imports: [stock()] })
    expect(Tenant.made).toBe(0)
    await call('stock/take', { count: 1 })
    await call('stock/take', { count: 1 })
    expect(Tenant.made).toBe(2)
  })

  it('makes no instance of a tool outside a call', async () => {
    let made = 0
    @Tool({ server: 'net', name: 'ping' })
    class Ping {
      static readonly before = () => (made += 1)
      call() {
        return Ping.before()
      }
    }
    const { call } = await start({ imports: [feature('NetModule', [Ping])] })
    expect([made, await call('net/ping')]).toEqual([0, 1])
  })

  it('gives each service a transient dependency of its own, anew for each call', async () => {
    @Injectable({ scope: Scope.TRANSIENT })
    class Log {
      static made = 0
      readonly number = ++Log.made
      constructor(@Inject(INQUIRER) readonly owner: object) {}
    }
    @Injectable({ scope: Scope.REQUEST })
    class Reader {
      constructor(readonly log: Log) {}
    }
    @Tool({ server: 'log', name: 'show' })
    class Show {
      constructor(
        private readonly log: Log,
        private readonly reader: Reader,
      ) {}
      call() {
        const owner = this.log.owner.constructor.name
        return { owner, shared: this.log === this.reader.log, number: this.log.number }
      }
    }
    const { call } = await start({
      imports: [feature('LogModule', [Show], { providers: [Log, Reader] })],
    })
    const [first, second] = [await call('log/show'), await call('log/show')]
    expect(first).toMatchObject({ owner: 'Show', shared: false })
    expect(second).not.toEqual(first)
  })

  it('shares what a strategy keeps for a tenant, and nothing else', async () => {
    const trees = new Map<string, ContextId>()
    ContextIdFactory.apply({
      attach: (contextId, call: ToolContext) => {
        const tree = trees.get(call.tenantId) ?? ContextIdFactory.create()
        trees.set(call.tenantId, tree)
        const { tenantId } = call
        return { resolve: (info) => (info.isTreeDurable ? tree : contextId), payload: { tenantId } }
      },
    })
    onTestFinished(() => ContextIdFactory.apply(undefined as never))

    @Injectable({ scope: Scope.REQUEST, durable: true })
    class Pool {
      static made = 0
      readonly number = ++Pool.made
      constructor(@Inject(REQUEST) readonly payload: { tenantId: string }) {}
    }
    @Tool({ server: 'pool', name: 'show' })
    class Show {
      constructor(
        private readonly pool: Pool,
        private readonly context: ToolContext,
      ) {}
      call() {
        return [this.pool.number, this.pool.payload.tenantId, this.context.tenantId]
      }
    }
    const { call } = await start({
      imports: [feature('PoolModule', [Show], { providers: [Pool] })],
    })
    const of = (tenantId: string) => call('pool/show', {}, { tenantId })
    expect([await of('a'), await of('b'), await of('a')]).toEqual([
      [1, 'a', 'a'],
      [2, 'b', 'b'],
      [1, 'a', 'a'],
    ])
  })

  it('gives request-scoped services what `request` makes of the context as REQUEST', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class User {
      constructor(@Inject(REQUEST) readonly request: { user: { id: string } }) {}
    }
    @Tool({ server: 'me', name: 'show' })
    class Show {
      constructor(private readonly user: User) {}
      call() {
        return this.user.request.user.id
      }
    }
    const { call } = await start({
      options: { request: ({ principal }) => ({ user: { id: principal?.id } }) },
      imports: [feature('MeModule', [Show], { providers: [User] })],
    })
    const principal = { id: 'ann', kind: 'person' } as const
    expect(await call('me/show', {}, { principal })).toBe('ann')
  })

  it('takes no scope over that a request has from Nest', async () => {
    const request = {}
    const taken = ContextIdFactory.create()
    const { REQUEST_CONTEXT_ID } = await import('@nestjs/core/router/request/request-constants.js')
    Object.defineProperty(request, REQUEST_CONTEXT_ID, { value: taken })
    Tenant.made = 0
    const { call } = await start({ options: { request: () => request }, imports: [stock()] })
    await call('stock/take', { count: 1 })
    await call('stock/take', { count: 1 })
    expect(Tenant.made).toBe(2)
  })

  it('is UNAVAILABLE where a service throws, with nothing done', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Broken {
      constructor() {
        throw new Error('no')
      }
    }
    @Tool({ server: 'bad', name: 'luck' })
    class Luck {
      constructor(readonly broken: Broken) {}
      call() {
        return 'never'
      }
    }
    const { call } = await start({
      imports: [feature('BadModule', [Luck], { providers: [Broken] })],
    })
    await expect(call('bad/luck')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      disposition: 'did-not-happen',
    })
  })

  it('refuses an instance that a factory shares between calls', async () => {
    @Tool({ server: 'net', name: 'ping' })
    class Ping {
      call() {
        return 'pong'
      }
    }
    const one = new Ping()
    const { call } = await start({ providers: [{ provide: Ping, useFactory: () => one }] })
    await call('net/ping')
    await expect(call('net/ping')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('properties that Nest injects', () => {
  it('are no arguments, and no input reaches them [ADM-04]', async () => {
    const { registry, call } = await start({ imports: [stock()] })
    const { properties } = registry.get('stock/take').inputSchema
    expect(Object.keys(properties ?? {})).toEqual(['count'])
    const hostile = { count: 1, warehouse: { take: 'evil' }, tenant: { id: 'evil' } }
    await expect(call('stock/take', hostile)).rejects.toMatchObject({
      issues: [{ code: 'unknownKey' }, { code: 'unknownKey' }],
    })
    expect(await call('stock/take', { count: 1 })).toMatchObject({ tenant: 'default' })
  })
})
