import { Injectable, Module } from '@nestjs/common'
import { Test } from '@nestjs/testing'
import { IsString } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { ToolsModule } from '../../src/nestjs/index.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { compile, feature, problemsOf, start } from './start.js'

@Injectable()
class Orders {
  find = (id: string): string => `order ${id}`
}

@Tool({ server: 'orders', name: 'find', mutates: false })
class FindOrder {
  @IsString() id!: string
  constructor(private readonly orders: Orders) {}
  call() {
    return this.orders.find(this.id)
  }
}

@Tool({ server: 'mail', name: 'send' })
class SendMail {
  call() {
    return 'sent'
  }
}

const ids = (registry: ToolRegistry) => registry.ids().map(String)

describe('ToolsModule.forFeature', () => {
  it('makes tools that get the services of the module that imports it', async () => {
    const { call } = await start({
      imports: [feature('OrdersModule', [FindOrder], { providers: [Orders] })],
    })
    expect(await call('orders/find', { id: '7' })).toBe('order 7')
  })

  it('refuses arguments in the words of every registry', async () => {
    const { registry } = await start({
      imports: [feature('OrdersModule', [FindOrder], { providers: [Orders] })],
    })
    await expect(registry.dispatch('orders/find', { id: 7, orders: {} })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
    })
  })

  it('finds a tool once whose module is imported twice', async () => {
    const orders = feature('OrdersModule', [FindOrder], { providers: [Orders] })
    const { registry } = await start({
      imports: [orders, feature('AdminModule', [SendMail], { imports: [orders] })],
    })
    expect(ids(registry)).toEqual(['mail/send', 'orders/find'])
  })

  it('takes a class once that its module names twice', async () => {
    const twice = ToolsModule.forFeature([SendMail])
    const { registry } = await start({ imports: [twice, ToolsModule.forFeature([SendMail])] })
    expect(ids(registry)).toEqual(['mail/send'])
  })

  it('needs forRoot, and says so', async () => {
    const starting = Test.createTestingModule({ imports: [ToolsModule.forFeature([SendMail])] })
    expect(await problemsOf(starting.compile())).toEqual([
      'ToolsModule.forFeature: there is no registry that its tools could be in. Add ToolsModule.forRoot() to the imports of the root module.',
    ])
  })

  it('names both modules that declare one identity', async () => {
    const starting = compile({
      imports: [feature('MailModule', [SendMail]), feature('AlertsModule', [SendMail])],
    })
    expect(await problemsOf(starting)).toEqual([
      'mail/send: it is declared twice: by class SendMail in MailModule and by class SendMail in AlertsModule. Give the class to one module; every registry user reaches it from there.',
    ])
  })

  it('names both classes and modules where two tools have one identity', async () => {
    @Tool({ server: 'mail', name: 'send' })
    class Deliver {
      call() {
        return 'delivered'
      }
    }
    const starting = compile({
      imports: [feature('MailModule', [SendMail]), feature('PostModule', [Deliver])],
    })
    expect(await problemsOf(starting)).toEqual([
      'mail/send: it is declared twice: by class SendMail in MailModule and by class Deliver in PostModule. Rename one of the two tools.',
    ])
  })

  it('names every class that is no tool, and what is no class', async () => {
    class Plain {
      call() {
        return 'never'
      }
    }
    const given = [Plain, undefined, SendMail] as never
    expect(await problemsOf(compile({ imports: [feature('MailModule', given)] }))).toEqual([
      'ToolsModule.forFeature: it was given a value of type undefined where a class is expected. Pass classes that carry @Tool. An undefined one often comes from an import cycle.',
      'class Plain: it carries no @Tool of its own; a base class does not pass it on. Write @Tool({ server, name }) above the class.',
    ])
  })

  it.each([[null], [5], [{}]])('names what is no list of classes: %j', async (given) => {
    const starting = compile({ imports: [feature('MailModule', given as never)] })
    expect((await problemsOf(starting))[0]).toContain('where a class is expected')
  })

  it('reports what is wrong with a class and with its options together', async () => {
    @Tool({ server: 'mail', name: 'no-no' })
    class Broken {
      call() {
        return 'never'
      }
    }
    const problems = await problemsOf(compile({ imports: [feature('MailModule', [Broken])] }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('class Broken')
  })
})

describe('tool classes among the providers of a module', () => {
  it('are found, with the services of that module', async () => {
    const { call } = await start({ providers: [Orders, FindOrder] })
    expect(await call('orders/find', { id: '7' })).toBe('order 7')
  })

  it('are found under a token of their own', async () => {
    const { registry } = await start({ providers: [{ provide: 'MAIL', useClass: SendMail }] })
    expect(ids(registry)).toEqual(['mail/send'])
  })

  it('resolve in the module that provides them, also where another imports them', async () => {
    @Module({ providers: [Orders, FindOrder], exports: [FindOrder] })
    class OrdersModule {}

    @Module({ imports: [OrdersModule], providers: [{ provide: Orders, useValue: {} }] })
    class ShopModule {}

    const { call } = await start({ imports: [ShopModule] })
    expect(await call('orders/find', { id: '7' })).toBe('order 7')
  })
})

describe('ToolsModule.forRoot', () => {
  it('lets every module inject the registry', async () => {
    @Injectable()
    class Agent {
      constructor(readonly tools: ToolRegistry) {}
    }
    const agents = feature('AgentModule', [], { providers: [Agent] })
    const { app, registry } = await start({ imports: [agents, feature('MailModule', [SendMail])] })
    expect(app.get(Agent, { strict: false }).tools).toBe(registry)
  })

  it('registers definitions that are no classes', async () => {
    const ping = defineTool({ server: 'net', name: 'ping', description: '', call: () => 'pong' })
    const { call } = await start({ options: { definitions: [ping] } })
    expect(await call('net/ping')).toBe('pong')
  })

  it('names every option that is unknown or wrong', async () => {
    const options = { drainMs: -1, layer: [] } as object
    const problems = await problemsOf(compile({ options }))
    expect(problems.join('\n')).toMatch(/drainMs[^]*"layer"/)
  })

  it('is imported once', async () => {
    const problems = await problemsOf(compile({ imports: [ToolsModule.forRoot()] }))
    expect(problems).toEqual([
      'ToolsModule.forRoot: it is imported 2 times. Import it once, in the root module; feature modules import forFeature.',
    ])
  })
})

describe('ToolsModule.forRootAsync', () => {
  it('takes its options from a class', async () => {
    @Injectable()
    class Options {
      create = () => ({ limits: { maxDepth: 1 } })
    }
    const app = await Test.createTestingModule({
      imports: [
        ToolsModule.forRootAsync({ useClass: Options }),
        feature('OrdersModule', [FindOrder], { providers: [Orders] }),
      ],
    }).compile()
    await app.init()
    await expect(
      app.get(ToolRegistry).dispatch('orders/find', { id: ['7'] }),
    ).rejects.toMatchObject({ issues: [{ code: 'tooDeep' }] })
    await app.close()
  })

  it('takes its options from a factory with services', async () => {
    @Module({ providers: [{ provide: 'LIMIT', useValue: 1 }], exports: ['LIMIT'] })
    class ConfigModule {}

    const app = await Test.createTestingModule({
      imports: [
        ToolsModule.forRootAsync({
          imports: [ConfigModule],
          inject: ['LIMIT'],
          useFactory: (maxDepth: number) => ({ limits: { maxDepth } }),
        }),
        feature('OrdersModule', [FindOrder], { providers: [Orders] }),
      ],
    }).compile()
    await app.init()
    const registry = app.get(ToolRegistry)
    await expect(registry.dispatch('orders/find', { id: ['7'] })).rejects.toMatchObject({
      issues: [{ code: 'tooDeep' }],
    })
    await app.close()
  })
})
