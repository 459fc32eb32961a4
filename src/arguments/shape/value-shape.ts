import { findDesignType } from '../../metadata/own-metadata.js'
import {
  findContained,
  type ContainedTypes,
  type ElementType,
} from '../../metadata/property-metadata.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { Constructor } from '../../tools/constructor.js'
import type { ClassShape, ValueShape } from './shape.js'
import { argumentNames } from './argument-names.js'
import { findTransforms, findType, type TypeRecord } from '../rules/class-transformer-records.js'
import type { Rule } from '../rules/class-validator-rules.js'

/** What reading a value's shape needs of the reading it is part of. */
export interface ValueReading {
  readonly target: Constructor
  readonly property: string
  readonly rules: readonly Rule[]
  readNested(target: Constructor): ClassShape
  report(message: string, fix: string): void
}

const primitiveSchemas: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
])
const maxArrayDepth = 16
const unsupportedTypes: ReadonlySet<unknown> = new Set([BigInt, Map, Set, Symbol, Array, Promise])
const arrayRules: ReadonlySet<string> = new Set([
  'isArray',
  'arrayContains',
  'arrayNotContains',
  'arrayNotEmpty',
  'arrayMinSize',
  'arrayMaxSize',
  'arrayUnique',
])
const objectRules: ReadonlySet<string> = new Set(['isObject', 'isNotEmptyObject'])
const dateRules: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate'])

/** Reads the shape of an argument's value from `@Type`, `@Transform`, `@Values`, `@Items`, `@Tuple` and its rules. */
export function readValueShape(reading: ValueReading): ValueShape {
  const type = findType(reading.target, reading.property)
  const contained = findContained(reading.target, reading.property)
  if (findTransforms(reading.target, reading.property).length > 0) {
    return readTransformed(reading, type, contained)
  }
  if (contained !== undefined) return readContained(reading, contained)
  const isNested = reading.rules.some((rule) => rule.kind === 'nested')
  const isArray = reading.rules.some((rule) => rule.each || arrayRules.has(rule.name))
  if (isNested && !isArray) reportArrayWithoutRule(reading)
  const value = isNested ? readNestedType(reading, type) : readPlainType(reading, type)
  return isArray ? { kind: 'array', items: value } : value
}

function readTransformed(
  reading: ValueReading,
  type: TypeRecord | undefined,
  contained: ContainedTypes | undefined,
): ValueShape {
  const isPrimitive = type === undefined || primitiveSchemas.has(callType(reading, type))
  const isNested = reading.rules.some((rule) => rule.kind === 'nested')
  if (!isPrimitive || contained !== undefined || isNested) {
    reading.report(
      'it has @Transform together with a type of its own.',
      'Let @Transform do all of it, or remove @Transform.',
    )
  }
  return { kind: 'transformed' }
}

function reportArrayWithoutRule(reading: ValueReading): void {
  const designType = findDesignType(reading.target.prototype as object, reading.property)
  if (designType !== Array) return
  reading.report(
    'it is declared as an array, but @ValidateNested() alone takes one object.',
    'Write @ValidateNested({ each: true }), or add @IsArray().',
  )
}

function readNestedType(reading: ValueReading, record: TypeRecord | undefined): ValueShape {
  if (record === undefined) {
    reading.report(
      'it has @ValidateNested() and no @Type, so its class is not known.',
      'Add @Type(() => TheClass), and import the class with `import`, not `import type`.',
    )
    return { kind: 'any' }
  }
  const { discriminator } = record.options
  if (discriminator !== undefined) return readDiscriminated(reading, record)
  return readElement(reading, callType(reading, record))
}

function readDiscriminated(reading: ValueReading, record: TypeRecord): ValueShape {
  const { discriminator, keepDiscriminatorProperty = false } = record.options
  const subTypes = (discriminator?.subTypes ?? []).filter(
    ({ value }) => typeof value === 'function',
  )
  if (subTypes.length === 0 || subTypes.length < (discriminator?.subTypes ?? []).length) {
    reading.report(
      'the discriminator of its @Type names no classes, or one that is not known.',
      'List each class in subTypes, imported with `import`.',
    )
  }
  return {
    kind: 'discriminated',
    tag: discriminator?.property ?? '',
    keepsTag: keepDiscriminatorProperty,
    variants: new Map(
      subTypes.map(({ name, value }) => [name, reading.readNested(value as Constructor)]),
    ),
  }
}

function readPlainType(reading: ValueReading, record: TypeRecord | undefined): ValueShape {
  const type = record === undefined ? undefined : callType(reading, record)
  if (type === Date) return { kind: 'date' }
  if (record !== undefined && !primitiveSchemas.has(type)) reportTypeWithoutNested(reading, type)
  reportUnmeetableRules(reading)
  const isFree = reading.rules.some((rule) => objectRules.has(rule.name))
  return isFree ? { kind: 'free' } : { kind: 'any' }
}

/** JSON has no dates and no instances: without a type that makes them, every value would be refused. */
function reportUnmeetableRules(reading: ValueReading): void {
  if (reading.rules.some((rule) => dateRules.has(rule.name))) {
    reading.report(
      'it has a rule for dates and no @Type, and JSON has no dates.',
      'Add @Type(() => Date) to take an RFC 3339 date-time, or use @IsDateString() for a text.',
    )
  }
  if (reading.rules.some((rule) => rule.name === 'isInstance')) {
    reading.report(
      'it has @IsInstance and no nested class, and JSON has no instances.',
      'Add @ValidateNested() and @Type(() => TheClass).',
    )
  }
}

function reportTypeWithoutNested(reading: ValueReading, type: unknown): void {
  if (unsupportedTypes.has(type)) {
    reading.report('JSON cannot carry what its @Type names.', 'Use @Transform instead of @Type.')
    return
  }
  reading.report(
    'it has @Type and no @ValidateNested(), so its members would not be checked.',
    'Add @ValidateNested(), with { each: true } for an array.',
  )
}

function readContained(reading: ValueReading, contained: ContainedTypes): ValueShape {
  switch (contained.kind) {
    case 'values':
      reportDeclaredMap(reading)
      return { kind: 'map', values: readElement(reading, callThunk(contained.type)) }
    case 'items':
      reportDepth(reading, contained.depth)
      return nestArrays(readElement(reading, callThunk(contained.type)), contained.depth)
    case 'tuple': {
      const types: unknown = callThunk(contained.types)
      if (!Array.isArray(types)) return readElement(reading, undefined)
      return { kind: 'tuple', items: types.map((type) => readElement(reading, type)) }
    }
  }
}

function reportDeclaredMap(reading: ValueReading): void {
  if (findDesignType(reading.target.prototype as object, reading.property) !== Map) return
  reading.report(
    'it is declared as a Map, but a free map arrives as a plain object.',
    'Declare it as Record<string, TheClass>.',
  )
}

function reportDepth(reading: ValueReading, depth: number): void {
  if (Number.isInteger(depth) && depth >= 1 && depth <= maxArrayDepth) return
  reading.report(
    '@Items has a depth that is no whole number from 1 to 16.',
    'Write { depth: 2 } for arrays of arrays.',
  )
}

function nestArrays(items: ValueShape, depth: number): ValueShape {
  return !(depth > 1 && depth <= maxArrayDepth)
    ? { kind: 'array', items }
    : nestArrays({ kind: 'array', items }, depth - 1)
}

function readElement(reading: ValueReading, type: unknown): ValueShape {
  if (type === Date) return { kind: 'date' }
  const primitive = primitiveSchemas.get(type)
  if (primitive !== undefined) return { kind: 'schema', schema: primitive }
  if (typeof type === 'function' && !unsupportedTypes.has(type)) {
    const shape = reading.readNested(type as Constructor)
    if (argumentNames(shape.target).length === 0) reportEmptyClass(reading)
    return { kind: 'object', shape }
  }
  if (typeof type === 'object' && type !== null)
    return { kind: 'schema', schema: type as JsonSchema }
  reading.report(
    'the class it names is not known when it is needed.',
    'Import the class with `import`, not `import type`; where two files import each other, move one of the classes.',
  )
  return { kind: 'any' }
}

function reportEmptyClass(reading: ValueReading): void {
  reading.report(
    'the class it names has no property with a class-validator decorator, so it would take nothing.',
    'Decorate the properties of that class.',
  )
}

function callType(reading: ValueReading, record: TypeRecord): ElementType | undefined {
  const { property } = reading
  return callThunk(() => record.typeFunction({ newObject: {}, object: {}, property }))
}

/** Calls a type function; one that throws (a class read before its module ran) counts as not known. */
function callThunk(thunk: () => unknown): ElementType | undefined {
  try {
    return thunk() as ElementType | undefined
  } catch {
    return undefined
  }
}
