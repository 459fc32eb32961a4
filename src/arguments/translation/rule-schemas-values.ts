// Rules about a value as a whole: its type, and the values it may or may not equal.
import {
  Equals,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmpty,
  IsEnum,
  IsIn,
  IsInstance,
  IsNotEmpty,
  IsNotEmptyObject,
  IsNotIn,
  IsObject,
  IsString,
  MaxDate,
  MinDate,
  NotEquals,
} from 'class-validator'

import type { JsonSchema, JsonTypeName } from '../../schema/json-schema.js'
import { jsonTypeOf } from '../../schema/json-type.js'
import { enumValues } from '../rules/enum-values.js'
import { absent, exact, fixed, isJsonPrimitive, optionsOf } from './rule-schema.js'
import type { RuleRow, RuleSchema } from './rule-schema.js'

type Primitive = string | number | boolean | null

const notRaw = 'no raw JSON value passes; what a type conversion makes of one may'
const notByValue = 'it compares with a value that JSON cannot carry'

/** See {@link RuleRow}. */
export const valueRules: Readonly<Record<string, RuleRow>> = {
  isDefined: fixed(IsDefined, exact({ not: { const: null } })),
  equals: {
    reference: (options) => Equals(0, options),
    translate: ([value]) => (isJsonPrimitive(value) ? exact(oneOf([value])) : absent(notByValue)),
  },
  notEquals: {
    reference: (options) => NotEquals(0, options),
    translate: ([value]) => exact(noneOf([value])),
  },
  isEmpty: fixed(IsEmpty, exact({ enum: ['', null] })),
  isNotEmpty: fixed(IsNotEmpty, exact({ not: { enum: ['', null] } })),
  isIn: {
    reference: (options) => IsIn([], options),
    translate: ([values]) => listedValues(values),
  },
  isNotIn: {
    reference: (options) => IsNotIn([], options),
    translate: ([values]) => exact(noneOf(Array.isArray(values) ? values : [])),
  },
  isEnum: {
    reference: (options) => IsEnum({}, options),
    translate: ([entity]) => listedValues(enumValues(optionsOf(entity))),
  },
  isArray: fixed(IsArray, exact({ type: 'array' })),
  isBoolean: fixed(IsBoolean, exact({ type: 'boolean' })),
  isObject: fixed(IsObject, exact({ type: 'object' })),
  isString: fixed(IsString, exact({ type: 'string' })),
  isNotEmptyObject: {
    reference: (options) => IsNotEmptyObject({}, options),
    translate: ([options]) => exact(filledObject(optionsOf(options)['nullable'])),
  },
  isDate: fixed(IsDate, absent(notRaw)),
  minDate: fixed((options) => MinDate(new Date(0), options), absent(notRaw)),
  maxDate: fixed((options) => MaxDate(new Date(0), options), absent(notRaw)),
  isInstance: fixed((options) => IsInstance(Object, options), absent(notRaw)),
}

function listedValues(values: unknown): RuleSchema {
  if (!Array.isArray(values) || values.length === 0) return absent('it lists no value')
  return values.every(isJsonPrimitive) ? exact(oneOf(values)) : absent(notByValue)
}

function oneOf(values: readonly Primitive[]): JsonSchema {
  const distinct = [...new Set(values)]
  const [type, ...otherTypes] = new Set(distinct.map(jsonTypeOf))
  const typed =
    type === undefined || otherTypes.length > 0 ? {} : { type: narrowed(type, distinct) }
  return distinct.length === 1
    ? { ...typed, const: distinct[0] ?? null }
    : { ...typed, enum: distinct }
}

/** Values that JSON cannot carry, or that are compared by identity, exclude nothing. */
function noneOf(values: readonly unknown[]): JsonSchema {
  const distinct = [...new Set(values.filter(isJsonPrimitive))]
  if (distinct.length === 0) return {}
  return { not: distinct.length === 1 ? { const: distinct[0] ?? null } : { enum: distinct } }
}

function narrowed(type: JsonTypeName, values: readonly Primitive[]): JsonTypeName {
  return type === 'number' && values.every(Number.isInteger) ? 'integer' : type
}

function filledObject(nullable: unknown): JsonSchema {
  const filled: JsonSchema = { type: 'object', minProperties: 1 }
  return nullable === false
    ? { ...filled, not: { additionalProperties: { type: 'null' } } }
    : filled
}
