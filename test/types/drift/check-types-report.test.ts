import { Type } from 'class-transformer'
import { IsInt, IsString, ValidateNested } from 'class-validator'
import { describe, expect, it } from 'vitest'
import { grantedDefinition } from '../../../src/registry/define/granted-definition.js'
import { checkTypes } from '../../../src/types/drift/check-types.js'
import { registryOf, tool } from '../../registry/tools.js'
import { Body, driftsOf, factsOf, objectType, orderOf } from './type-of.js'

class Item {
  @IsInt() size!: number
}

class Order extends Body {
  @IsString() note!: string
  @IsInt() count!: number
  @ValidateNested() @Type(() => Item) item!: Item
}

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const wrong = objectType({ note: number, count: text, item: objectType({ size: text }) })

describe('checkTypes, what it reports', () => {
  it('names tool, class, path, an example, who accepts it and the fix', async () => {
    const [, first] = await driftsOf(Order, wrong)
    expect(first).toEqual({
      toolId: 'shop/order',
      class: 'Item',
      property: 'item.size',
      kind: 'disjoint',
      severity: 'error',
      message: 'its validators accept no value of its type.',
      fix: 'Use rules for texts, or correct the type.',
      example: 1,
      acceptedBy: 'validators',
    })
  })

  it('names the class of the tool as the source does', async () => {
    const [first] = await driftsOf(class extends Order {}, wrong)
    expect(first).toMatchObject({ class: 'Order', property: 'count' })
  })

  it('sorts by path, and freezes what it gives', async () => {
    const drifts = await driftsOf(Order, wrong)
    expect(drifts.map(({ property }) => property)).toEqual(['count', 'item.size', 'note'])
    expect([drifts, ...drifts].every((one) => Object.isFrozen(one))).toBe(true)
  })

  it('asks the same of a registry, of its definitions, and of those a grant made', async () => {
    const definition = orderOf(Order)
    const facts = { title: undefined, description: 'Orders.', effect: 'read' } as const
    const granted = grantedDefinition(definition, facts)
    const [one, two, three] = await Promise.all(
      [registryOf(definition), [definition], [granted]].map((tools) =>
        checkTypes(tools, factsOf(wrong)),
      ),
    )
    expect(one).toHaveLength(3)
    expect([two, three]).toEqual([one, one])
  })

  it('leaves out tools that are not made from a class', async () => {
    expect(await checkTypes([tool()], factsOf(wrong))).toEqual([])
  })

  it.each([
    [
      'a bigint',
      { type: 'string', 'x-instance': 'BigInt' },
      '@IsDefined() with @Type(() => BigInt)',
    ],
    ['a date', { type: 'string', 'x-instance': 'Date' }, '@IsDate() with @Type(() => Date)'],
    ['a union', { type: ['string', 'number'] }, '@IsIn or @ValidateBy'],
    ['a text', text, '@IsString()'],
  ] as const)(
    'advises rules that make an argument of data without any: %s',
    async (_what, member, rules) => {
      class Bare extends Body {
        @IsString() note!: string
      }
      const [drift] = await driftsOf(Bare, objectType({ note: text, bare: member }))
      expect(drift).toMatchObject({ property: 'bare', kind: 'undecorated' })
      expect(drift?.fix).toContain(`Add its rules, such as ${rules};`)
    },
  )

  it('takes facts as an import of JSON types them, and refuses what are none', async () => {
    const json: { version: number; inputs: object; tools: object } = factsOf(wrong)
    expect(await checkTypes([orderOf(Order)], json)).toHaveLength(3)
    const refused = checkTypes([orderOf(Order)], { ...json, version: 2 })
    await expect(refused).rejects.toThrow(/^checkTypes, facts: its "version" is not 1/)
  })

  it('tells a tool that the facts do not have', async () => {
    const none = { ...factsOf(wrong), tools: {} }
    expect(await checkTypes([orderOf(Order)], none)).toMatchObject([
      { toolId: 'shop/order', property: '', kind: 'no-facts', severity: 'error' },
    ])
  })

  it('tells what keeps a class from being read, and where, instead of throwing it', async () => {
    class Holder {
      @ValidateNested() item!: Item
    }
    class Nested extends Body {
      @ValidateNested() @Type(() => Holder) holder!: Holder
      @ValidateNested() own!: Item
    }
    expect(await driftsOf(Nested, objectType({}))).toMatchObject([
      { class: 'Holder', property: 'item', kind: 'definition' },
      { class: 'Order', property: 'own', kind: 'definition' },
    ])
  })
})
