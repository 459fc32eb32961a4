import { describe, expect, it } from 'vitest'
import { IsInt, IsString } from 'class-validator'
import { Tool } from '../../src/decorators/tool.js'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { checkToolClass } from '../../src/registry/define/check-tool-class.js'
import { defineClassTool } from '../../src/registry/define/define-class-tool.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { ToolClass } from '../../src/tools/constructor.js'
import type { ToolContext } from '../../src/tools/tool-context.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import type { ToolInstances } from '../../src/tools/tool-instances.js'
import { registryOf, rejection } from './tools.js'

const plainInstances: ToolInstances = {
  create: (toolClass) => new toolClass(),
}

function define(toolClass: ToolClass, instances = plainInstances): ToolDefinition {
  return defineClassTool(toolClass, { instances, argumentOptions: { repairJsonStrings: false } })
}

function textOf(toolClass: ToolClass): string {
  return checkToolClass(toolClass)
    .map(({ subject, message, fix }) => `${subject}: ${message} ${fix}`)
    .join('\n')
}

function declared(options: object): ToolClass {
  @Tool({ server: 'shop', name: 'order', ...options })
  class Order {
    call(): number {
      return 1
    }
  }
  return Order
}

@Tool({ server: 'shop', name: 'order', description: 'Orders.', groups: ['sales'] })
class Order {
  @IsString() sku!: string
  @IsInt() qty = 1

  call(context: ToolContext): unknown {
    return { sku: this.sku, qty: this.qty, tenant: context.tenantId }
  }
}

describe('defineClassTool', () => {
  it('makes a tool of a class, its properties the arguments [DEF-01]', async () => {
    const registry = registryOf(define(Order))
    const outcome = await registry.dispatch('shop/order', { sku: 'x' }, { tenantId: 'acme' })
    expect(outcome).toMatchObject({ value: { sku: 'x', qty: 1, tenant: 'acme' } })
    expect(await rejection(registry.dispatch('shop/order', {}))).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      issues: [{ path: 'sku' }],
    })
  })

  it('states what the decorator says, and defaults for the rest [DEF-02]', () => {
    expect(define(Order)).toMatchObject({
      ...{ wireName: 'shop__order', description: 'Orders.', effect: 'write', mutates: true },
      ...{
        source: 'builtin',
        groups: ['sales'],
        control: false,
        interactive: false,
        repairsJsonStrings: false,
      },
    })
  })

  it('makes one instance per call [ADM-07]', async () => {
    const made: object[] = []
    const instances: ToolInstances = {
      async create(toolClass, context) {
        const instance = await plainInstances.create(toolClass, context)
        made.push(instance)
        return instance
      },
    }
    const registry = registryOf(define(Order, instances))
    const calls = ['a', 'b'].map((sku) => registry.dispatch('shop/order', { sku }))
    expect(await Promise.all(calls)).toMatchObject([
      { value: { sku: 'a' } },
      { value: { sku: 'b' } },
    ])
    expect(new Set(made).size).toBe(2)
  })

  it('is UNAVAILABLE when the instance cannot be made', async () => {
    const cause = new Error('no binding')
    const instances: ToolInstances = {
      create() {
        throw cause
      },
    }
    const dispatched = registryOf(define(Order, instances)).dispatch('shop/order', { sku: 'x' })
    expect(await rejection(dispatched)).toMatchObject({ code: 'UNAVAILABLE', cause })
  })

  it('has one schema object, however often it is read', () => {
    const definition = define(Order)
    expect(definition.inputSchema).toBe(definition.inputSchema)
    expect(definition.inputSchema).toMatchObject({ required: ['sku'] })
  })

  it('checks the output against a class or a schema', async () => {
    class Receipt {
      @IsString() number!: string
    }
    const schema: JsonSchema = { properties: { number: { type: 'string' } } }
    for (const output of [Receipt, schema]) {
      @Tool({ server: 'shop', name: 'pay', output })
      class Pay {
        call(): unknown {
          return { number: 7 }
        }
      }
      const error = await rejection(registryOf(define(Pay)).dispatch('shop/pay', {}))
      expect(error).toMatchObject({ code: 'OUTPUT_INVALID', issues: [{ path: 'number' }] })
    }
  })

  it('does not run a body whose output schema is broken', async () => {
    let runs = 0
    @Tool({ server: 'shop', name: 'pay', output: { type: 'text' as never } })
    class Pay {
      call(): number {
        return (runs += 1)
      }
    }
    const error = await rejection(registryOf(define(Pay)).dispatch('shop/pay', {}))
    expect(error).toMatchObject({ code: 'UNAVAILABLE', cause: { name: 'DefinitionError' } })
    expect(runs).toBe(0)
  })

  it('keeps two classes of one name apart [DEF-09]', async () => {
    const classes = ['first', 'second'].map((name) => {
      @Tool({ server: 'shop', name })
      class Same {
        call(): string {
          return name
        }
      }
      return Same
    })
    const registry = registryOf(...classes.map((each) => define(each)))
    expect(await registry.dispatch('shop/second', {})).toMatchObject({ value: 'second' })
  })

  it('names both classes of one id [DEF-06]', () => {
    @Tool({ server: 'shop', name: 'order' })
    class OrderAgain extends Order {}
    expect(() => registryOf(define(Order), define(OrderAgain))).toThrow(
      '2 tools have this id: class Order and class OrderAgain.',
    )
  })
})

describe('checkToolClass', () => {
  it('finds nothing wrong with a sound class', () => {
    expect(checkToolClass(Order)).toEqual([])
  })

  it('misses a body [DEF-01]', () => {
    class NoBody {}
    Tool({ server: 'shop', name: 'order' })(NoBody as ToolClass)
    expect(textOf(NoBody as ToolClass)).toContain('the class has no method `call`.')
    expect(() => define(NoBody as ToolClass)).toThrow(DefinitionError)
  })

  it('misses @Tool, which a subclass does not inherit [DEF-08]', () => {
    class Sub extends Order {}
    expect(textOf(Sub)).toContain('class Sub: it carries no @Tool of its own')
  })

  it('finds @Tool twice [DEF-07]', () => {
    @Tool({ server: 'shop', name: 'order' })
    @Tool({ server: 'shop', name: 'other' })
    class Twice {
      call(): number {
        return 1
      }
    }
    expect(textOf(Twice)).toContain('it stands there more than once.')
  })

  it.each([
    ['a contradiction', { mutates: false, effect: 'write' }, 'contradicts'],
    ['an illegal name', { name: 'find-all' }, "Write `name: 'find_all'`."],
    ['a reserved server', { server: 'all' }, "Write `server: 'all_tools'`."],
    ['a long name', { name: 'x'.repeat(80) }, 'Write `wireName: '],
    ['an illegal wire name', { wireName: 'a.b' }, '"a.b"'],
    ['an unknown option', { descripton: 'x' }, 'Did you mean "description"?'],
    ['a wrong type', { groups: 'sales' }, 'the option "groups" has a wrong value.'],
    ['a missing name', { name: undefined }, 'it has no name.'],
  ])('finds %s', (_kind, options, text) => {
    expect(textOf(declared(options))).toContain(text)
  })

  it('tells all problems of a class at once [DEF-02, DEF-03, DEF-05, DEF-06]', () => {
    const wrong = { server: 'all', wireName: 'a b', mutates: false, effect: 'write', colour: 1 }
    expect(checkToolClass(declared(wrong))).toHaveLength(4)
  })

  it('does not need the name of the class [DEF-09]', () => {
    const anonymous = declared({})
    Object.defineProperty(anonymous, 'name', { value: '' })
    expect(checkToolClass(anonymous)).toEqual([])
  })
})

describe('checkToolClass, names of another type', () => {
  it('reports them beside all other problems instead of stopping there [DEF-06]', () => {
    @Tool({ server: 'a', name: 5 as unknown as string, mutates: 'no' as unknown as boolean })
    class Numbered {
      call(): number {
        return 1
      }
    }
    expect(checkToolClass(Numbered).map(({ message }) => message)).toEqual([
      'the option "name" has a wrong value.',
      'the option "mutates" has a wrong value.',
    ])
  })
})
