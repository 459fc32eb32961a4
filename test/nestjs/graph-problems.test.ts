import { forwardRef, Inject, Injectable, Module, Optional, Scope } from '@nestjs/common'
import { IsString } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { ToolContext } from '../../src/tools/tool-context.js'
import { compile, feature, problemsOf, start } from './start.js'

@Injectable()
class Payments {
  readonly name = 'payments'
}

@Tool({ server: 'orders', name: 'pay' })
class Pay {
  constructor(private readonly payments: Payments) {}
  call() {
    return this.payments.name
  }
}

const unavailable =
  'orders/pay: constructor parameter 0 of class Pay, "Payments", is not available in OrdersModule. '

describe('a tool that Nest cannot make', () => {
  it('keeps the application from starting, and says what to add where', async () => {
    const starting = compile({ imports: [feature('OrdersModule', [Pay])] })
    expect(await problemsOf(starting)).toEqual([
      `${unavailable}Add "Payments" to the providers of OrdersModule, or import a module that exports it there; or mark it @Optional().`,
    ])
  })

  it('is told of the module that exports what is missing', async () => {
    const payments = feature('PaymentsModule', [], { providers: [Payments], exports: [Payments] })
    const starting = compile({ imports: [feature('OrdersModule', [Pay]), payments] })
    expect(await problemsOf(starting)).toEqual([
      `${unavailable}Add PaymentsModule, which exports it, to the imports of OrdersModule.`,
    ])
  })

  it('is told of the module that has what is missing to itself', async () => {
    const payments = feature('PaymentsModule', [], { providers: [Payments] })
    const orders = feature('OrdersModule', [Pay], { imports: [payments] })
    expect(await problemsOf(compile({ imports: [orders] }))).toEqual([
      `${unavailable}Add "Payments" to the exports of PaymentsModule, and PaymentsModule to the imports of OrdersModule.`,
    ])
  })

  it('gets what a module exports on behalf of another one', async () => {
    const payments = feature('PaymentsModule', [], { providers: [Payments], exports: [Payments] })
    @Module({ imports: [payments], exports: [payments] })
    class Facade {}
    const { call } = await start({
      imports: [feature('OrdersModule', [Pay], { imports: [Facade] })],
    })
    expect(await call('orders/pay')).toBe('payments')
  })

  it('is reported for what is missing further down, where Nest 11 looks only at the first call', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Basket {
      constructor(@Inject('PRICES') readonly prices: unknown) {}
    }
    @Tool({ server: 'orders', name: 'sum' })
    class Sum {
      constructor(readonly basket: Basket) {}
      call() {
        return 0
      }
    }
    const starting = compile({ imports: [feature('OrdersModule', [Sum], { providers: [Basket] })] })
    await expect(starting).rejects.toThrow(/Basket[^]*"PRICES"[^]*OrdersModule/)
  })

  it('may do without what is optional', async () => {
    @Tool({ server: 'orders', name: 'pay' })
    class MayPay {
      @Optional() @Inject('TAX') readonly tax?: number
      constructor(@Optional() private readonly payments?: Payments) {}
      call() {
        return [this.payments === undefined, this.tax === undefined]
      }
    }
    const { call } = await start({ imports: [feature('OrdersModule', [MayPay])] })
    expect(await call('orders/pay')).toEqual([true, true])
  })

  it('is told of types that are no classes, and of cycles of imports', async () => {
    @Tool({ server: 'orders', name: 'odd' })
    class Odd {
      constructor(
        readonly rates: Readonly<Record<string, number>>,
        @Inject(undefined as never) readonly later: unknown,
      ) {}
      call() {
        return 0
      }
    }
    const problems = await problemsOf(compile({ imports: [feature('OrdersModule', [Odd])] }))
    expect(problems).toEqual([
      'orders/odd: the type of constructor parameter 0 of class Odd is no class at run time (an interface, a primitive, or a class imported with `import type`). Write @Inject(Token), or import the class with a plain `import`.',
      expect.stringContaining('constructor parameter 1 of class Odd'),
    ])
  })

  it('is told of a compiler that records nothing [DEF-11]', async () => {
    const Bare = class {
      constructor(readonly payments: Payments) {}
      call() {
        return 0
      }
    }
    Tool({ server: 'orders', name: 'bare' })(Bare)
    const [problem] = await problemsOf(compile({ imports: [feature('OrdersModule', [Bare])] }))
    expect(problem).toMatch(/has no injection metadata; .* Write @Inject\(Token\)/)
  })

  it('names the services of a cycle in order', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Hen {
      constructor(@Inject('EGG') readonly egg: unknown) {}
    }
    @Injectable({ scope: Scope.REQUEST })
    class Egg {
      constructor(readonly hen: Hen) {}
    }
    @Tool({ server: 'farm', name: 'hatch' })
    class Hatch {
      constructor(readonly hen: Hen) {}
      call() {
        return 0
      }
    }
    const providers = [Hen, { provide: 'EGG', useClass: Egg, scope: Scope.REQUEST }]
    const starting = compile({ imports: [feature('FarmModule', [Hatch], { providers })] })
    expect(await problemsOf(starting)).toEqual([
      'farm/hatch: Nest cannot make it, because services in its graph need each other: "Hen" -> "EGG" -> "Hen". Move what both need to a third service, or write @Inject(forwardRef(() => Token)) on each side.',
    ])
  })

  it('may have a cycle that is meant', async () => {
    @Injectable()
    class Chief {
      constructor(@Inject(forwardRef(() => Clerk)) readonly clerk: object) {}
    }
    @Injectable()
    class Clerk {
      constructor(@Inject(forwardRef(() => Chief)) readonly chief: object) {}
    }
    @Tool({ server: 'office', name: 'ask' })
    class Ask {
      constructor(private readonly chief: Chief) {}
      call() {
        return this.chief.clerk instanceof Clerk
      }
    }
    const { call } = await start({
      imports: [feature('OfficeModule', [Ask], { providers: [Chief, Clerk] })],
    })
    expect(await call('office/ask')).toBe(true)
  })
})

describe('what would outlive a call', () => {
  it('may not hold the registry of the application [REG-03]', async () => {
    @Injectable()
    class Agent {
      constructor(readonly registry: ToolRegistry) {}
    }
    @Tool({ server: 'bot', name: 'ask' })
    class Ask {
      constructor(readonly agent: Agent) {}
      call() {
        return 0
      }
    }
    const starting = compile({ imports: [feature('AgentModule', [Ask], { providers: [Agent] })] })
    expect(await problemsOf(starting)).toEqual([
      'bot/ask: "Agent" in its graph serves more than one call and injects ToolRegistry, so its calls could reach further than their caller. Inject ToolRegistry into the tool and pass it on, or give "Agent" the scope Scope.REQUEST.',
    ])
  })

  it('may not hold the context of one call', async () => {
    @Injectable({ scope: Scope.REQUEST, durable: true })
    class Pool {
      constructor(readonly context: ToolContext) {}
    }
    @Tool({ server: 'pool', name: 'ask' })
    class Ask {
      constructor(readonly pool: Pool) {}
      call() {
        return 0
      }
    }
    const starting = compile({ imports: [feature('PoolModule', [Ask], { providers: [Pool] })] })
    expect((await problemsOf(starting)).join()).toContain('"Pool" in its graph is durable')
  })
})

describe('an argument that Nest injects', () => {
  it('is refused at start [DEF-07]', async () => {
    @Tool({ server: 'orders', name: 'pay' })
    class Mixed {
      @IsString() @Inject() payments!: Payments
      call() {
        return 0
      }
    }
    const starting = compile({
      imports: [feature('OrdersModule', [Mixed], { providers: [Payments] })],
    })
    expect((await problemsOf(starting)).join()).toContain(
      '"payments" of class Mixed is both an argument and injected, so a model could replace the service.',
    )
  })
})
