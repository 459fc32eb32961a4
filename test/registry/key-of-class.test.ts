import 'reflect-metadata'
import { IsDate, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator'
import { Expose, Transform, Type } from 'class-transformer'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { checkToolClass } from '../../src/registry/define/check-tool-class.js'
import { defineClassTool } from '../../src/registry/define/define-class-tool.js'
import type { CallKey } from '../../src/tools/call-key.js'
import type { ToolClass } from '../../src/tools/constructor.js'
import { ToolContext } from '../../src/tools/tool-context.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { registryOf, rejection } from './tools.js'

function define(toolClass: ToolClass): ToolDefinition {
  return defineClassTool(toolClass, {
    instances: { create: () => new toolClass() },
    argumentOptions: { repairJsonStrings: false },
  })
}

/** The key that a call has, by its only layer. */
async function keyOf(toolClass: ToolClass, input: unknown): Promise<CallKey | undefined> {
  const keys: (CallKey | undefined)[] = []
  const registry = registryOf(define(toolClass)).layer({
    name: 'watching',
    handle(call, next) {
      keys.push(ToolContext.keyOf(call.context))
      return next(call)
    },
  })
  await registry.dispatch('shop/pay', input)
  return keys[0]
}

function textOf(toolClass: ToolClass): string {
  return checkToolClass(toolClass)
    .map(({ subject, message, fix }) => `${subject}: ${message} ${fix}`)
    .join('\n')
}

const options = { server: 'shop', name: 'pay', description: 'Pays.' } as const

class Payment {
  @IsString() claim!: string
  @IsInt() part = 1

  whole(): string {
    return `${this.claim}#${this.part.toString()}`
  }
}

@Tool(options)
class Pay {
  @ValidateNested() @Type(() => Payment) payment!: Payment
  @IsDate() @IsOptional() @Type(() => Date) due?: Date
  @IsString() @IsOptional() note?: string

  constructor(private readonly bank = { pay: (): string => 'paid' }) {}

  idempotencyKey(): unknown {
    return [this.payment.whole(), this.due?.getTime() ?? 0]
  }

  call(): string {
    return this.bank.pay()
  }
}

describe('the method idempotencyKey of a class', () => {
  it('reads the arguments as the body does: nested classes, Dates and initialisers [EFF-02]', async () => {
    const key = await keyOf(Pay, { payment: { claim: 'C-1' }, due: '1970-01-01T00:00:00.007Z' })
    expect(key).toEqual({ kind: 'declared', value: ['C-1#1', 7] })
    expect(define(Pay).keyRule).toEqual({ kind: 'method' })
  })

  it('is inherited [EFF-02]', async () => {
    @Tool(options)
    class PayMore extends Pay {}
    expect(await keyOf(PayMore, { payment: { claim: 'C-1' } })).toMatchObject({
      value: ['C-1#1', 0],
    })
  })

  it('runs on the class’s prototype, with no constructor and nothing but the arguments [EFF-02]', async () => {
    const seen: unknown[] = []
    let made = 0
    @Tool(options)
    class Bare {
      @IsString() claim!: string
      @IsString() drawn = Math.random().toString()
      service = 'injected'

      constructor() {
        made += 1
      }
      idempotencyKey(): string {
        seen.push(made, Object.keys(this), this instanceof Bare, this.service)
        return this.claim
      }
      call(): void {}
    }
    const definition = define(Bare)
    registryOf(definition).verify()
    made = 0
    await registryOf(definition).dispatch('shop/pay', { claim: 'C-1' })
    expect(seen).toEqual([0, ['claim'], true, undefined])
  })

  it('gets what a transform made of an argument, and cannot change the body’s [EFF-02]', async () => {
    @Tool(options)
    class Tidy {
      @IsString() @Transform(({ value }) => String(value).trim()) claim!: string
      @ValidateNested() @Type(() => Payment) payment!: Payment

      idempotencyKey(): string {
        this.payment.claim = 'changed'
        return this.claim
      }
      call(): unknown {
        return { claim: this.claim, payment: this.payment.claim }
      }
    }
    const input = { claim: ' C-1 ', payment: { claim: 'P' } }
    expect(await keyOf(Tidy, input)).toMatchObject({ value: 'C-1' })
    const outcome = await registryOf(define(Tidy)).dispatch('shop/pay', input)
    expect(outcome).toMatchObject({ value: { claim: 'C-1', payment: 'P' } })
  })

  it('gets no injected member: reading one refuses the call, before any instance is made [EFF-02]', async () => {
    @Tool(options)
    class Injected {
      @IsString() claim!: string
      constructor(private readonly bank = { name: (): string => 'bank' }) {}
      idempotencyKey(): string {
        return this.bank.name() + this.claim
      }
      call(): string {
        return this.bank.name()
      }
    }
    const error = await rejection(registryOf(define(Injected)).dispatch('shop/pay', { claim: 'C' }))
    expect(error).toMatchObject({ code: 'MISSING_IDEMPOTENCY_KEY', cause: expect.any(TypeError) })
    expect(error.message).toContain('no injected member')
  })
})

describe('the option idempotencyKey of @Tool', () => {
  it('goes by the names that arguments have in JSON [EFF-02]', async () => {
    class Claim {
      @IsString() @Expose({ name: 'claim_id' }) claimId!: string
    }
    @Tool({ ...options, idempotencyKey: 'payment.claim_id' })
    class Exposed {
      @ValidateNested() @Type(() => Claim) payment!: Claim
      call(): void {}
    }
    registryOf(define(Exposed)).verify()
    const key = await keyOf(Exposed, { payment: { claim_id: 'C-1' } })
    expect(key).toEqual({ kind: 'declared', value: 'C-1' })
  })

  it.each(['', 'a..b', '.a', '/', '/a//b', 'a b', 7, () => 'x'])(
    'is refused as %j, which is no path [EFF-02]',
    (idempotencyKey) => {
      @Tool({ ...options, idempotencyKey: idempotencyKey as string })
      class Wrong {
        call(): void {}
      }
      expect(textOf(Wrong)).toMatch(/option "idempotencyKey" has a wrong value\. Pass the path of/)
    },
  )

  it.each(['paymnt.claim', 'payment.clam', 'payment', 'payment.claim.id'])(
    'is refused as %j, which names no argument that could be a key, when schemas are made [EFF-02]',
    (idempotencyKey) => {
      @Tool({ ...options, idempotencyKey })
      class Wrong {
        @ValidateNested() @Type(() => Payment) payment!: Payment
        call(): void {}
      }
      expect(() => {
        registryOf(define(Wrong)).verify()
      }).toThrow(/shop\/pay: its idempotency key/)
    },
  )
})

describe('a class whose key would go unnoticed', () => {
  it('declares it twice, inherited or not [EFF-02]', () => {
    @Tool({ ...options, idempotencyKey: 'note' })
    class Twice extends Pay {}
    expect(textOf(Twice)).toBe(
      '@Tool on class Twice: its key is declared twice: by the option and by the method `idempotencyKey`. Keep one of them; money tools keep the option.',
    )
  })

  it('has a static method [EFF-02]', () => {
    @Tool(options)
    class Static {
      static idempotencyKey(): string {
        return 'x'
      }
      call(): void {}
    }
    expect(textOf(Static)).toContain('its `idempotencyKey` is static')
  })

  it('has an accessor [EFF-02]', () => {
    @Tool(options)
    class Accessor {
      get idempotencyKey(): string {
        return expect.unreachable()
      }
      call(): void {}
    }
    expect(textOf(Accessor)).toContain('its `idempotencyKey` is no method')
  })

  it('has a property that holds a function [EFF-02]', () => {
    @Tool(options)
    class Property {
      @IsString() claim!: string
      idempotencyKey = (): string => this.claim
      call(): void {}
    }
    expect(() => {
      registryOf(define(Property)).verify()
    }).toThrow('it is a property that holds a function, so it would never be called')
  })

  it('is none that has an argument or a service of that name [EFF-02]', async () => {
    @Tool(options)
    class Named {
      @IsString() idempotencyKey!: string
      call(): void {}
    }
    @Tool(options)
    class Served {
      @IsString() claim!: string
      constructor(readonly idempotencyKey: () => string = String) {}
      call(): void {}
    }
    registryOf(define(Served)).verify()
    expect([Named, Served].map((toolClass) => define(toolClass).keyRule)).toEqual([
      undefined,
      undefined,
    ])
    expect(await keyOf(Named, { idempotencyKey: 'x' })).toBeUndefined()
  })
})
