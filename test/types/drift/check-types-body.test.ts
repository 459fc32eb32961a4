import { Transform, Type } from 'class-transformer'
import {
  Allow,
  IsDateString,
  IsISO8601,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { Body, driftsOf, foundIn, objectType } from './type-of.js'

const text = { type: 'string' } as const
const date = { type: 'string', format: 'date-time', 'x-instance': 'Date' } as const
const hydration = ['value hydration']

class Clock {
  now(): Date {
    return new Date(0)
  }
}

/** What is found in an argument of a type that a transform makes this value for. */
function foundFor(made: unknown, type: JsonSchema, more: JsonSchema = {}) {
  class Made extends Body {
    @Transform(() => made) @Allow() value!: unknown
  }
  return foundIn(Made, objectType({ value: type }, more))
}

const link: { next?: unknown } = {}
link.next = link
const node: JsonSchema = {
  anyOf: [objectType({ next: { $ref: '#/$defs/Node' } }), { type: 'null' }],
}
const nameless: object = Object.create(Object.create(null) as object) as object

describe('checkTypes, what a transform makes', () => {
  it.each<readonly [string, unknown, JsonSchema, readonly string[]]>([
    ['a text', 'a', text, []],
    ['nothing', undefined, text, []],
    ['null', null, text, ['value hydration', 'value null']],
    ['null of a type that has it', null, { anyOf: [text, { type: 'null' }] }, []],
    ['an element that is nothing', [undefined], { type: 'array', items: text }, hydration],
    ['a function', () => 1, { 'x-instance': 'Function' }, []],
    ['a function for a text', () => 1, text, hydration],
    ['a symbol', Symbol('a'), { 'x-instance': 'Symbol' }, []],
    ['a symbol for a text', Symbol('a'), text, hydration],
    ['a map', new Map(), { 'x-instance': 'Map' }, []],
    ['a set for a map', new Set(), { 'x-instance': 'Map' }, hydration],
    ['an instance of the class', new Clock(), { 'x-instance': 'Clock' }, []],
    ['a plain object for a class', { now: 1 }, { 'x-instance': 'Clock' }, hydration],
    ['an object of no class', nameless, { 'x-instance': 'Map' }, hydration],
    ['methods without a class', { now: () => 1 }, { 'x-instance': 'Object' }, []],
    ['a class for methods alone', new Clock(), { 'x-instance': 'Object' }, []],
    ['a text for methods', 'now', { 'x-instance': 'Object' }, hydration],
  ])('is judged by the type: %s', async (_title, made, type, found) => {
    expect(await foundFor(made, type)).toEqual(found)
  })

  it('may hold itself', async () => {
    const more = { $defs: { Node: node } }
    expect(await foundFor(link, { $ref: '#/$defs/Node' }, more)).toEqual([])
    expect(await foundFor(link, objectType({ next: text }))).toEqual(hydration)
  })

  it('may have members by a pattern, and no others', async () => {
    const patterns = { patternProperties: { '^x-': text } }
    const type: JsonSchema = objectType({ id: text }, patterns)
    expect(await foundFor({ id: 'a', 'x-b': 'c' }, type)).toEqual([])
    expect(await foundFor({ id: 'a', 'y-b': 'c' }, type)).toEqual(hydration)
    expect(await foundFor({ 'x-b': 'c' }, { ...objectType({}), ...patterns })).toEqual([])
  })

  it('is told of with plain words where no single decorator makes it', async () => {
    class Dates extends Body {
      @IsDateString({}, { each: true }) list!: Date[]
      @IsISO8601() union!: Date | number
    }
    const union = { anyOf: [date, { type: 'number' } as const] }
    const type = objectType({ list: { type: 'array', items: date }, union })
    const words = 'Use a decorator that makes it, or declare what the body gets.'
    const drifts = (await driftsOf(Dates, type)).filter(({ kind }) => kind === 'hydration')
    expect(drifts.map(({ property, fix }) => [property, fix])).toEqual([
      ['list[]', words],
      ['union', words],
    ])
  })
})

describe('checkTypes, members without validators', () => {
  class Nested {
    @IsOptional() @IsString() id?: string
  }
  class Busy extends Body {
    @ValidateNested() @Type(() => Nested) nested!: Nested
  }

  it.each<readonly [string, JsonSchema, readonly string[]]>([
    ['an object', objectType({ street: text }), ['other undecorated']],
    ['a map', { type: 'object', additionalProperties: text }, ['other undecorated']],
    ['an object of hidden members, which is a service', objectType({}), []],
    ['an instance', { 'x-instance': 'Map' }, []],
  ])('are told of where they are data: %s', async (_title, other, found) => {
    const nested = objectType({ id: text }, { required: [] })
    expect(await foundIn(Busy, objectType({ nested, other }))).toEqual(found)
  })
})
