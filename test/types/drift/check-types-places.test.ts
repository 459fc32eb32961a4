import { Type } from 'class-transformer'
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsDivisibleBy,
  IsIn,
  IsInt,
  IsNegative,
  IsString,
  Length,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'
import { Items, Tuple } from '../../../src/arguments/rules/contained-types.js'
import { Nullable } from '../../../src/arguments/rules/nullable.js'
import { checkTypes } from '../../../src/types/drift/check-types.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import type { JsonValue } from '../../../src/schema/json.js'
import { Body, driftsOf, factsOf, foundIn, objectType, orderOf } from './type-of.js'

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const nothing = { type: 'null' } as const
const letters = { enum: ['a', 'b'] } as const
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const tupleOf = (...items: readonly JsonSchema[]): JsonSchema => ({
  ...{ type: 'array', prefixItems: items },
  ...{ items: false, minItems: items.length },
})

class Cat {
  @IsInt() lives!: number
}
class Dog {
  @IsString() breed!: string
}
const byKind = Type(() => Object, {
  discriminator: {
    property: 'kind',
    subTypes: [
      { name: 'cat', value: Cat },
      { name: 'dog', value: Dog },
    ],
  },
  keepDiscriminatorProperty: true,
})

describe('checkTypes, parts of an argument', () => {
  it('are tried with elements that differ, where an array must have several', async () => {
    class Letters extends Body {
      @IsArray() @ArrayMinSize(2) @ArrayUnique() @IsString({ each: true }) value!: string[]
    }
    expect(await driftsOf(Letters, objectType({ value: listOf(letters) }))).toMatchObject([
      { property: 'value[]', kind: 'wider', acceptedBy: 'validators' },
    ])
  })

  it('are told apart: what no value of is accepted, and what a part of is not', async () => {
    class Pair extends Body {
      @Tuple(() => [Number, Number]) value!: [string, string | number]
    }
    const value = tupleOf(text, { enum: ['a', 1] })
    expect(await foundIn(Pair, objectType({ value }))).toEqual([
      'value[0] disjoint',
      'value[1] narrower',
    ])
  })

  it('are told by their innermost place', async () => {
    class Grid extends Body {
      @Items(() => String, { depth: 2 }) value!: string[][]
    }
    expect(await foundIn(Grid, objectType({ value: listOf(tupleOf(text, number)) }))).toEqual([
      'value[] wider',
      'value[][1] disjoint',
    ])
  })

  it('are none of a type that has no array at all', async () => {
    class OnlyNull extends Body {
      @IsArray() @IsString({ each: true }) @Nullable() value!: null
    }
    expect(await driftsOf(OnlyNull, objectType({ value: nothing }))).toMatchObject([
      { property: 'value', kind: 'wider', example: [] },
    ])
  })

  it.each([
    ['more', [ArrayMinSize(3)]],
    ['fewer', [ArrayMaxSize(1)]],
  ] as const)('are none where the rules want %s elements than a tuple has', async (_t, rules) => {
    class Sized extends Body {
      value!: [string, string]
    }
    for (const rule of [IsArray(), ...rules]) rule(Sized.prototype, 'value')
    expect(await foundIn(Sized, objectType({ value: tupleOf(text, text) }))).toContain(
      'value disjoint',
    )
  })
})

describe('checkTypes, examples', () => {
  it('are within bounds that are not included', async () => {
    class Negative extends Body {
      @IsNegative() @IsDivisibleBy(2) value!: -40
    }
    expect(await driftsOf(Negative, objectType({ value: { const: -40 } }))).toMatchObject([
      { kind: 'wider', example: -2 },
    ])
  })

  it('are cut short in a message, and whole beside it', async () => {
    class Long extends Body {
      @Length(80, 90) value!: `b${string}`
    }
    const template = { type: 'string', pattern: '^b' } as const
    expect(await driftsOf(Long, objectType({ value: template }))).toMatchObject([
      {
        message: `its validators accept "${'x'.repeat(59)}…, which its type does not have.`,
        example: 'x'.repeat(80),
      },
    ])
  })

  it.each<readonly [string, JsonSchema, JsonValue]>([
    [
      'the members that a map must have',
      { type: 'object', required: ['a'], additionalProperties: number },
      { a: 1 },
    ],
    [
      'an end where a type holds itself',
      { $ref: '#/$defs/Node' },
      { next: { next: { next: { next: { next: null } } } } },
    ],
  ])('have %s', async (_title, value, example) => {
    class Tuples extends Body {
      @Tuple(() => [String]) value!: object
    }
    const node = { anyOf: [objectType({ next: { $ref: '#/$defs/Node' } }), nothing] }
    const type = objectType({ value }, { $defs: { Node: node } })
    expect((await driftsOf(Tuples, type))[0]).toMatchObject({ kind: 'disjoint', example })
  })

  it('have anything as elements of which nothing is said', async () => {
    class Nested extends Body {
      @ValidateNested() @Type(() => Cat) value!: object
    }
    const value: JsonSchema = { type: 'array', minItems: 1 }
    expect(await driftsOf(Nested, objectType({ value }))).toMatchObject([
      { kind: 'disjoint', example: [null], acceptedBy: 'type' },
    ])
  })
})

describe('checkTypes, types that are referred to', () => {
  it('are compared by what they refer to', async () => {
    class Referring extends Body {
      @IsString() value!: string
    }
    const type = objectType({ value: { $ref: '#/$defs/L' } }, { $defs: { L: letters } })
    expect(await foundIn(Referring, type)).toEqual(['value wider'])
  })
})

describe('checkTypes, classes by a discriminator', () => {
  class Owner extends Body {
    @ValidateNested() @byKind pet!: Cat | Dog
  }
  const cat = objectType({ kind: { const: 'cat' }, lives: number })
  const dog = objectType({ kind: { const: 'dog' }, breed: text })

  it('are told once where the type has no class', async () => {
    expect(await foundIn(Owner, objectType({ pet: text }))).toEqual(['pet disjoint'])
  })

  it('have no example for a class that no JSON stands for', async () => {
    const pet = { anyOf: [cat, dog, { 'x-instance': 'Map' }] }
    const [drift] = await driftsOf(Owner, objectType({ pet }))
    expect(drift).toMatchObject({ property: 'pet', kind: 'narrower' })
    expect(drift).not.toHaveProperty('example')
    expect(drift).not.toHaveProperty('acceptedBy')
  })
})

describe('checkTypes, conditions on other arguments', () => {
  it('may ask for one that the types do not have', async () => {
    class Hidden extends Body {
      @IsIn(['card', 'cash']) protected kind!: string
      @ValidateIf((own: { kind?: string }) => own.kind === 'card') @IsIn(['a', 'c']) value?: 'a'
    }
    const type = objectType({ value: { const: 'a' } }, { required: [] })
    expect(await foundIn(Hidden, type)).toEqual(['kind no-facts', 'value wider'])
  })

  it('may ask for null beside the rest', async () => {
    class Beside extends Body {
      @Equals(null) @Nullable() none!: null
      @IsIn(['x', 'y']) letter!: 'x' | 'y'
      @ValidateIf(
        (own: Pick<Beside, 'letter'> & { none?: unknown }) =>
          own.none === null && own.letter === 'y',
      )
      @IsIn(['a', 'b', 'c'])
      value?: 'a' | 'b'
    }
    const members = { none: nothing, letter: { enum: ['x', 'y'] }, value: letters }
    const type = objectType(members, { required: ['none', 'letter'] })
    expect(await driftsOf(Beside, type)).toMatchObject([
      { property: 'value', kind: 'wider', example: 'c' },
    ])
  })
})

describe('checkTypes, a nested class that never answers', () => {
  it('is told of at the argument that was asked about, where no rule of its class may be to blame', async () => {
    const pending = new Promise<boolean>(() => undefined)
    class Silent {
      @ValidateBy({ name: 'never', async: true, validator: { validate: () => pending } })
      id!: string
    }
    class Outer extends Body {
      @ValidateNested() @Type(() => Silent) inner!: Silent
      @ValidateIf((own: Outer) => own.inner.id !== '') @IsInt() value?: number
    }
    const type = objectType({ inner: objectType({ id: text }), value: number })
    const facts = factsOf({ ...type, required: ['inner'] })
    const drifts = await checkTypes([orderOf(Outer)], facts, { probeTimeoutMs: 20 })
    expect(drifts.map(({ property, kind }) => `${property} ${kind}`)).toEqual([
      'inner.id definition',
      'value definition',
    ])
  })
})
