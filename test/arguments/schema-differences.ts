import { Type } from 'class-transformer'
import {
  IsBooleanString,
  IsDate,
  IsDefined,
  IsEmpty,
  IsEnum,
  IsIn,
  IsInstance,
  IsInt,
  IsLatitude,
  IsNotEmpty,
  IsNotIn,
  IsNumber,
  IsObject,
  IsOptional,
  IsPhoneNumber,
  IsString,
  IsTimeZone,
  Length,
  Matches,
  Min,
  NotEquals,
  ValidateIf,
  ValidateNested,
} from 'class-validator'

import { Values } from '../../src/arguments/rules/contained-types.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { propertySchema, schemaOf } from './arguments-of.js'
import { classOf } from './class-under-test.js'

/** Where class-validator-jsonschema 5.2.0 gives another schema for the same code. */
export interface SchemaDifference {
  readonly input: string
  /** What it gives, or what is wrong with that. */
  readonly theirs: string
  readonly ours: JsonSchema
  readonly why: string
  /** Derives our schema anew. */
  readonly derive: () => unknown
}

class Address {
  @IsString() city!: string
}

class Circle {
  @IsInt() radius!: number
}

class Base {
  @IsOptional() @IsInt() value?: number
}

class Derived extends Base {
  @IsDefined() declare value: number
}

enum Level {
  Low,
  High,
}

const addressSchema: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

function named(member: PropertyDecorator): new () => object {
  const Same = classOf({ value: [member] })
  Object.defineProperty(Same, 'name', { value: 'Same' })
  return Same
}

/** Of one property with these decorators, the lowest first, as decorators run. */
export function onProperty(
  input: string,
  decorators: readonly PropertyDecorator[],
  [theirs, ours, why]: readonly [string, JsonSchema, string],
): SchemaDifference {
  const derive = (): unknown => propertySchema(classOf({ value: decorators }), 'value')
  return { input, theirs, ours, why, derive }
}

export const nothing = '`{}`'
/** Of classes as a whole. */
export const differencesOfClasses: readonly SchemaDifference[] = [
  {
    input: 'any class',
    theirs: 'no `additionalProperties`',
    ours: addressSchema,
    why: 'unknown keys are refused, so the schema says it',
    derive: () => schemaOf(Address),
  },
  {
    input: 'a class without a name',
    theirs: nothing,
    ours: { ...addressSchema, properties: { value: { type: 'string' } }, required: ['value'] },
    why: 'a schema belongs to a class, not to its name',
    derive: () => schemaOf((() => classOf({ value: [IsString()] }))()),
  },
  {
    input: 'two classes of one name',
    theirs: 'one schema with the members of both',
    ours: {
      type: 'object',
      properties: { value: { type: 'integer' } },
      required: ['value'],
      additionalProperties: false,
    },
    why: 'a schema belongs to a class, not to its name',
    derive: () => {
      named(IsString())
      return schemaOf(named(IsInt()))
    },
  },
  {
    input: '`@IsDefined() declare value` in a subclass, `@IsOptional()` in its base',
    theirs: 'not in `required`',
    ours: {
      type: 'object',
      properties: { value: { type: 'integer' } },
      required: ['value'],
      additionalProperties: false,
    },
    why: 'the subclass says more about the property',
    derive: () => schemaOf(Derived),
  },
]

/** Of values, by their decorators. */
export const differencesOfValues: readonly SchemaDifference[] = [
  onProperty(
    '`@ValidateNested() @Type(() => Address)`',
    [Type(() => Address), ValidateNested()],
    ['a `$ref` to a definition that is not given', addressSchema, 'a schema stands alone'],
  ),
  onProperty(
    '`@Type(() => Object, { discriminator: { property: "kind", subTypes: [{ name: "circle", value: Circle }] } })`',
    [
      ValidateNested(),
      Type(() => Object, {
        discriminator: { property: 'kind', subTypes: [{ name: 'circle', value: Circle }] },
      }),
    ],
    [
      'a `$ref` to `Object`',
      {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { type: 'string', const: 'circle' }, radius: { type: 'integer' } },
            required: ['kind', 'radius'],
            additionalProperties: false,
          },
        ],
      },
      'the tag chooses the class',
    ],
  ),
  onProperty(
    '`@IsEnum(Level)`, `enum Level { Low, High }`',
    [IsEnum(Level)],
    [
      '`{"type":"string","enum":["Low","High",0,1]}`',
      { type: 'integer', enum: [0, 1] },
      'names are no values',
    ],
  ),
  onProperty(
    '`@IsDate() @Type(() => Date)`',
    [Type(() => Date), IsDate()],
    [
      '`oneOf` of the formats `date` and `date-time`',
      { type: 'string', format: 'date-time' },
      'an RFC 3339 date-time is what is taken',
    ],
  ),
  onProperty(
    '`@IsObject() @Values(() => Number)`',
    [Values(() => Number), IsObject()],
    [
      '`{"type":"object"}`',
      { type: 'object', additionalProperties: { type: 'number' } },
      'the values of a free map have a type',
    ],
  ),
  onProperty(
    '`@Min(1) @IsInt()`',
    [IsInt(), Min(1)],
    [
      '`{"type":"number","minimum":1}`; `integer` in the other order',
      { type: 'integer', minimum: 1 },
      'the order of decorators says nothing',
    ],
  ),
  onProperty(
    '`@ValidateIf((o) => o.value !== null) @IsString()`',
    [IsString(), ValidateIf((own: { value: unknown }) => own.value !== null)],
    [
      '`{"type":"string"}`',
      { type: ['string', 'null'] },
      'null is what the condition excepts; `@Nullable()` says the same and stays required',
    ],
  ),
  onProperty(
    '`@IsOptional() @IsString()`',
    [IsString(), IsOptional()],
    [
      '`{"type":"string"}`, though the validator accepts null',
      { type: 'string' },
      'admit refuses null unless there is `@Nullable()`, so the schema is true',
    ],
  ),
  onProperty(
    '`@NotEquals(5)`',
    [NotEquals(5)],
    [
      '`{"not":{"type":"number","enum":[5]}}`, required, though the validator accepts absence',
      { type: ['string', 'number', 'boolean', 'object', 'array'], not: { const: 5 } },
      'admit requires every argument, so the schema is true',
    ],
  ),
  onProperty(
    '`@IsNotEmpty()`',
    [IsNotEmpty()],
    [
      '`{"type":"string","minLength":1}`',
      { type: ['string', 'number', 'boolean', 'object', 'array'], not: { const: '' } },
      'the rule accepts values of every type',
    ],
  ),
  onProperty(
    '`@IsEmpty()`',
    [IsEmpty()],
    [
      'an `anyOf` with `nullable`, which Ajv does not compile',
      { type: 'string', const: '' },
      'null is only for `@Nullable()`',
    ],
  ),
  onProperty(
    '`@IsIn(["a", 1])`',
    [IsIn(['a', 1])],
    [nothing, { enum: ['a', 1] }, 'values may differ in type'],
  ),
  onProperty(
    '`@IsNotIn(["a", 1])`',
    [IsNotIn(['a', 1])],
    [
      nothing,
      { type: ['string', 'number', 'boolean', 'object', 'array'], not: { enum: ['a', 1] } },
      'values may differ in type',
    ],
  ),
  onProperty(
    '`@IsNumber({ maxDecimalPlaces: 0 })`',
    [IsNumber({ maxDecimalPlaces: 0 })],
    ['`{"type":"number"}`', { type: 'integer' }, 'the option is read'],
  ),
  onProperty(
    '`@IsInstance(Address)` of a nested class',
    [IsInstance(Address), ValidateNested(), Type(() => Address)],
    ['a `$ref` to a definition that is not given', addressSchema, 'a schema stands alone'],
  ),
  onProperty(
    '`@Length(1, 4)`',
    [Length(1, 4)],
    [
      'the same, though the validator accepts more characters with variation selectors',
      { type: 'string', minLength: 1, maxLength: 4 },
      'admit refuses them, so the schema is true',
    ],
  ),
  onProperty(
    '`@IsLatitude()`',
    [IsLatitude()],
    [
      nothing,
      { type: ['string', 'number'], minimum: -90, maximum: 90, pattern: '^[(\\s]?[+-]?\\d' },
      'a coordinate may be a number or a text',
    ],
  ),
  onProperty(
    '`@IsPhoneNumber("DE")`',
    [IsPhoneNumber('DE')],
    [nothing, { type: 'string' }, 'at least it is a text'],
  ),
  onProperty(
    '`@IsTimeZone()`',
    [IsTimeZone()],
    [nothing, { type: 'string', minLength: 1 }, 'at least it is a text'],
  ),
  onProperty(
    '`@Matches(/^a$/m)`',
    [Matches(/^a$/m)],
    [
      '`{"pattern":"^a$"}`, the flag dropped',
      { type: 'string' },
      'a flag that cannot be said leaves the pattern out',
    ],
  ),
  onProperty(
    '`@IsBooleanString()`',
    [IsBooleanString()],
    [
      '`{"type":"string","enum":["true","false"]}`',
      { type: 'string', enum: ['true', 'false', '1', '0'] },
      'these four are accepted',
    ],
  ),
]
