import 'reflect-metadata'

import { Type } from 'class-transformer'
import { IsArray, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator'
import { Container } from 'inversify'
import { describe, expect, it } from 'vitest'

import { discoverTools, toolModule, Tool, Values } from '../../src/index.js'
import type { JsonSchema, ObjectSchema } from '../../src/schema/json-schema.js'
import type { ToolClass } from '../../src/tools/constructor.js'

class Owner {
  @IsString() name!: string
}
class Card {
  kind!: 'card'
  @IsString() digits!: string
  @IsOptional() @ValidateNested() @Type(() => Owner) owner?: Owner
}
class Bill {
  kind!: 'bill'
  @IsInt() days!: number
}

const discriminator = {
  property: 'kind',
  subTypes: [
    { name: 'card', value: Card },
    { name: 'bill', value: Bill },
  ],
}

@Tool({ server: 'pay', name: 'one' })
class One {
  @ValidateNested() @Type(() => Object, { discriminator }) by!: Card | Bill
  call(): void {
    return
  }
}

@Tool({ server: 'pay', name: 'one' })
class Many {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Object, { discriminator }) by!: Card[]
  call(): void {
    return
  }
}

@Tool({ server: 'pay', name: 'one' })
class Single {
  @ValidateNested() @Type(() => Card) by!: Card | string
  call(): void {
    return
  }
}

@Tool({ server: 'pay', name: 'one' })
class Free {
  @Values(() => Bill) by!: Record<string, Bill> | string
  call(): void {
    return
  }
}

const said = (description: string, schema: JsonSchema = {}): JsonSchema => ({
  ...schema,
  description,
})
const object = (properties: JsonSchema['properties'] = {}): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
})
const owner = object({ name: said('The name.') })
const card = object({
  kind: said('Card it is.', { const: 'card' }),
  digits: said('The digits.'),
  owner,
})
const bill = object({ kind: said('Bill it is.', { enum: ['bill'] }), days: said('The days.') })
const untagged = [
  object({ digits: said('The digits.'), owner }),
  object({ days: said('The days.') }),
]
const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` })
const nothing: JsonSchema = { type: 'null' }

/** The input schema of a tool whose argument `by` TypeScript says this of, as text. */
function described(toolClass: ToolClass, by: JsonSchema): string {
  const args: ObjectSchema = {
    ...object({ by }),
    type: 'object',
    $defs: { Card: card, Bill: bill, Owner: owner, Both: { anyOf: [ref('Card'), ref('Bill')] } },
  }
  const container = new Container()
  container.load(toolModule(toolClass))
  const inputs = { digest: '', folders: [], excluded: [], files: [] }
  const tools = { 'pay/one': { class: 'One', file: 'one.ts', arguments: args } }
  const [descriptor] = discoverTools(container, {
    facts: { version: 1, inputs, tools },
  }).descriptors()
  return JSON.stringify(descriptor?.inputSchema)
}

const unions: readonly (readonly [string, JsonSchema])[] = [
  ['its types side by side', { anyOf: [card, bill] }],
  ['references', { anyOf: [ref('Card'), ref('Bill')] }],
  ['one reference to the union', ref('Both')],
  ['null beside them', { anyOf: [ref('Card'), ref('Bill'), nothing] }],
  ['unions in unions', { anyOf: [{ anyOf: [ref('Both'), nothing] }, { type: 'string' }] }],
  ['oneOf', { oneOf: [card, bill] }],
  ['intersections', { anyOf: [{ allOf: [card, object()] }, { allOf: [ref('Bill')] }] }],
  ['an intersection round the union', { allOf: [ref('Both'), object()] }],
]

describe('discoverTools, facts of unions', () => {
  it.each(unions)('describes the members of each class by its tag: %s', (_what, by) => {
    const schema = described(One, by)
    for (const text of ['Card it is.', 'Bill it is.', 'The digits.', 'The days.', 'The name.']) {
      expect(schema).toContain(`"description":"${text}"`)
    }
  })

  it('describes them inside arrays', () => {
    expect(described(Many, { type: 'array', items: ref('Both') })).toContain('The days.')
  })

  it('tells classes without a tag of their own apart by their members', () => {
    const schema = described(One, { anyOf: untagged })
    expect(schema).toContain('"days":{"type":"integer","description":"The days."}')
    expect(schema).toContain('"digits":{"type":"string","description":"The digits."}')
  })

  it.each([
    ['an object beside a text', { anyOf: [ref('Card'), { type: 'string' }] }],
    ['an object beside an instance', { anyOf: [ref('Card'), { 'x-instance': 'Map' }] }],
    ['an object in an intersection', { allOf: [object(), ref('Card')] }],
  ] as const)('describes the only object of a union: %s', (_what, by) => {
    expect(described(Single, by)).toContain('The digits.')
  })

  it('describes the values of the only map of a union', () => {
    const map = { type: 'object', additionalProperties: ref('Bill') } as const
    expect(described(Free, { anyOf: [map, { type: 'string' }] })).toContain('The days.')
  })

  it('says nothing where two objects could be meant', () => {
    expect(described(Single, { anyOf: [card, bill] })).not.toContain('description')
    expect(described(One, { anyOf: [card, { ...card, title: 'Other' }] })).not.toContain('digits.')
  })
})
