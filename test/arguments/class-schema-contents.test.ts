import { Type } from 'class-transformer'
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsEnum,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Items, Tuple, Values } from '../../src/arguments/rules/contained-types.js'
import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { problemsOf, propertySchema, schemaOf } from './arguments-of.js'

class Address {
  @IsString() city!: string
  @IsOptional() @IsString() zip?: string
}

const addressSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, zip: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
function sameNameWithA(): new () => object {
  class Same {
    @IsInt() a!: number
  }
  return Same
}

function sameNameWithB(): new () => object {
  class Same {
    @IsString() b!: string
  }
  return Same
}

const anyType = ['string', 'number', 'boolean', 'object', 'array', 'null']

describe('classSchema, enums', () => {
  enum Color {
    Red = 'r',
    Blue = 'b',
  }
  enum Severity {
    Low = 1,
    High = 5,
  }
  class Enums {
    @IsEnum(Color) color!: Color
    @IsEnum(Severity) severity!: Severity
    @IsIn([1, 2, 3]) stars!: 1 | 2 | 3
    @IsEnum(Severity, { each: true }) many!: Severity[]
  }

  it('lists values, never names [SCH-04]', () => {
    expect(propertySchema(Enums, 'color')).toEqual({ type: 'string', enum: ['r', 'b'] })
    expect(propertySchema(Enums, 'severity')).toMatchObject({ enum: [1, 5] })
    expect(propertySchema(Enums, 'stars')).toMatchObject({ enum: [1, 2, 3] })
    expect(propertySchema(Enums, 'many')).toMatchObject({ type: 'array', items: { enum: [1, 5] } })
  })
})

describe('classSchema, what a class contains', () => {
  class Circle {
    @IsInt() radius!: number
  }
  class Square {
    @IsInt() side!: number
    @IsIn(['square']) kind!: 'square'
  }
  class Everything {
    @ValidateNested() @Type(() => Address) from!: Address
    @ValidateNested() @Type(() => Address) to!: Address
    @IsArray()
    @ArrayMinSize(1)
    @ArrayMaxSize(3)
    @ValidateNested({ each: true })
    @Type(() => Address)
    via!: Address[]
    @IsString({ each: true }) @Length(1, 5, { each: true }) tags!: string[]
    @IsArray() bare!: unknown[]
    @IsObject() free!: object
    @IsObject() @Values(() => Number) prices!: Record<string, number>
    @Values(() => Address) homes!: Record<string, Address>
    @Items(() => String, { depth: 2 }) grid!: string[][]
    @Tuple(() => [Number, Address]) pair!: [number, Address]
    @ValidateNested()
    @Type(() => Object, {
      discriminator: {
        property: 'kind',
        subTypes: [
          { name: 'circle', value: Circle },
          { name: 'square', value: Square },
        ],
      },
    })
    shape!: Circle | Square
  }
  const properties = schemaOf(Everything).properties ?? {}

  it('inlines nested classes [SCH-05]', () => {
    expect(properties['from']).toEqual(addressSchema)
    expect(properties['to']).toEqual(addressSchema)
    expect(JSON.stringify(properties)).not.toContain('$ref')
  })

  it('gives arrays their items, always [SCH-05]', () => {
    expect(properties['via']).toEqual({
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: addressSchema,
    })
    expect(properties['tags']).toMatchObject({
      type: 'array',
      items: { type: 'string', minLength: 1 },
    })
    expect(properties['bare']).toEqual({ type: 'array', items: { type: anyType } })
  })

  it('gives free maps what their values are [SCH-05]', () => {
    expect(properties['free']).toEqual({ type: 'object' })
    expect(properties['prices']).toEqual({
      type: 'object',
      additionalProperties: { type: 'number' },
    })
    expect(properties['homes']).toEqual({ type: 'object', additionalProperties: addressSchema })
  })

  it('gives nested arrays and tuples [SCH-05]', () => {
    expect(properties['grid']).toEqual({
      type: 'array',
      items: { type: 'array', items: { type: 'string' } },
    })
    expect(properties['pair']).toEqual({
      type: 'array',
      prefixItems: [{ type: 'number' }, addressSchema],
      items: false,
      minItems: 2,
      maxItems: 2,
    })
  })

  it('moves what a JSON Schema of the author refers to inside itself [SCH-05]', () => {
    const tree: JsonSchema = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
      additionalProperties: false,
    }
    class Trees {
      @Values(() => tree) byName!: Record<string, object>
    }
    const schema = schemaOf(Trees)
    expect(Object.isFrozen(tree)).toBe(false)
    const accepts = (value: unknown): boolean => compileJsonSchema(schema)(value).length === 0
    expect(accepts({ byName: { oak: { children: [{ children: [] }] } } })).toBe(true)
    expect(accepts({ byName: { oak: { children: [{ leaves: [] }] } } })).toBe(false)
  })

  it('reports a JSON Schema of the author that cannot be used [DEF-11]', () => {
    class Broken {
      @Values(() => ({ type: 'nonsense' }) as unknown as JsonSchema) byName!: object
    }
    expect(problemsOf(Broken).map(({ message }) => message)).toEqual([
      expect.stringContaining('its JSON Schema cannot be used'),
    ])
  })

  it('gives discriminated classes const tags [SCH-05]', () => {
    const kindOf = (kind: string) => ({ type: 'string', const: kind })
    const closed = { type: 'object', additionalProperties: false }
    expect(properties['shape']).toEqual({
      oneOf: [
        {
          ...closed,
          properties: { kind: kindOf('circle'), radius: { type: 'integer' } },
          required: ['kind', 'radius'],
        },
        {
          ...closed,
          properties: { kind: kindOf('square'), side: { type: 'integer' } },
          required: ['kind', 'side'],
        },
      ],
    })
  })

  it('refers to a class only where it nests itself [SCH-01]', () => {
    class Tree {
      @IsString() name!: string
      @ValidateNested({ each: true }) @Type(() => Tree) children!: Tree[]
    }
    class Forest {
      @ValidateNested() @Type(() => Tree) oak!: Tree
      @ValidateNested() @Type(() => Tree) elm!: Tree
    }
    expect(propertySchema(Tree, 'children')).toEqual({ type: 'array', items: { $ref: '#' } })
    expect(schemaOf(Forest)).toEqual({
      type: 'object',
      properties: { oak: { $ref: '#/$defs/recursive1' }, elm: { $ref: '#/$defs/recursive1' } },
      required: ['oak', 'elm'],
      additionalProperties: false,
      $defs: {
        recursive1: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/recursive1' } },
          },
          required: ['name', 'children'],
          additionalProperties: false,
        },
      },
    })
  })

  it('keeps two nested classes of one name apart [DEF-09]', () => {
    const [One, Two] = [sameNameWithA(), sameNameWithB()]
    class Both {
      @ValidateNested() @Type(() => One) one!: object
      @ValidateNested() @Type(() => Two) two!: object
    }
    expect(propertySchema(Both, 'one')).toMatchObject({ properties: { a: { type: 'integer' } } })
    expect(propertySchema(Both, 'two')).toMatchObject({ properties: { b: { type: 'string' } } })
  })
})
