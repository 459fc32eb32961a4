import { Type } from 'class-transformer'
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Min,
  ValidateNested,
} from 'class-validator'
import * as fc from 'fast-check'
import { Items, Tuple, Values } from '../../../src/arguments/rules/contained-types.js'
import { Nullable } from '../../../src/arguments/rules/nullable.js'
import type { JsonSchema, ObjectSchema } from '../../../src/schema/json-schema.js'
import type { ToolClass } from '../../../src/tools/constructor.js'
import { Body, objectType } from './type-of.js'

/** A type and the decorators that hold values to it. */
interface AgreeingValue {
  readonly type: JsonSchema
  readonly decorators: readonly PropertyDecorator[]
}

/** A property as both sides have it. */
export interface AgreeingProperty extends AgreeingValue {
  readonly isOptional: boolean
  readonly isNullable: boolean
}

class Item {
  @IsString() name!: string
  @IsOptional() @IsInt() size?: number
}

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const item = objectType({ name: text, size: number }, { required: ['name'] })
const date = { type: 'string', format: 'date-time', 'x-instance': 'Date' } as const

const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const mapOf = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values })
const pair: JsonSchema = {
  ...{ type: 'array', prefixItems: [text, number] },
  ...{ items: false, minItems: 2 },
}

const plain: fc.Arbitrary<AgreeingValue> = fc.constantFrom(
  { type: text, decorators: [IsString()] },
  { type: text, decorators: [IsString(), Length(2, 20)] },
  { type: number, decorators: [IsInt(), Min(3)] },
  { type: number, decorators: [IsNumber()] },
  { type: { type: 'boolean' }, decorators: [IsBoolean()] },
  { type: date, decorators: [IsDate(), Type(() => Date)] },
  { type: listOf(text), decorators: [IsArray(), IsString({ each: true })] },
  { type: listOf(number), decorators: [Items(() => Number)] },
  { type: listOf(item), decorators: [ValidateNested({ each: true }), Type(() => Item)] },
  { type: item, decorators: [ValidateNested(), Type(() => Item)] },
  { type: mapOf(number), decorators: [Values(() => Number)] },
  { type: mapOf(item), decorators: [Values(() => Item)] },
  { type: pair, decorators: [Tuple(() => [String, Number])] },
)

/** Two to four of the listed values. */
const listed: fc.Arbitrary<AgreeingValue> = fc
  .subarray(['a', 'b', 'long text', '', 1, 2, 10, true], { minLength: 2, maxLength: 4 })
  .map((values) => ({ type: { enum: values }, decorators: [IsIn(values)] }))

/** Type and validators of a property that say the same. */
export const agreeingProperty: fc.Arbitrary<AgreeingProperty> = fc
  .tuple(fc.oneof(plain, listed), fc.boolean(), fc.boolean())
  .map(([value, isOptional, isNullable]) => ({ ...value, isOptional, isNullable }))

/** The class of these properties: `p0`, `p1` and so on. */
export function classOf(properties: readonly AgreeingProperty[]): ToolClass {
  class Made extends Body {}
  properties.forEach(({ decorators, isOptional, isNullable }, index) => {
    const more = [...(isOptional ? [IsOptional()] : []), ...(isNullable ? [Nullable()] : [])]
    for (const decorate of [...decorators, ...more]) decorate(Made.prototype, nameOf(index))
  })
  return Made
}

/** What TypeScript says of that class. */
export function typeOf(properties: readonly AgreeingProperty[]): ObjectSchema {
  const members = properties.map(({ type, isNullable }, index) => [
    nameOf(index),
    isNullable ? { anyOf: [type, { type: 'null' }] } : type,
  ])
  const required = properties.flatMap(({ isOptional }, index) => (isOptional ? [] : nameOf(index)))
  return objectType(Object.fromEntries(members) as Record<string, JsonSchema>, { required })
}

/** The name of a property. */
export function nameOf(index: number): string {
  return `p${index.toString()}`
}
