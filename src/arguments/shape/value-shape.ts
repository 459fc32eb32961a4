import { DefinitionError } from '../../errors/definition-error.js'
import {
  findContained,
  isContainedTwice,
  type ContainedTypes,
} from '../../metadata/property-metadata.js'
import { embedSchema } from '../../schema/embedded-schema.js'
import { JsonSchemaError } from '../../schema/json-schema-error.js'
import { compileJsonSchema } from '../../schema/json-schema-validator.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { Constructor } from '../../tools/constructor.js'
import { findTransforms, findType, type TypeRecord } from '../rules/class-transformer-records.js'
import type { Rule } from '../rules/class-validator-rules.js'
import { argumentNames } from './argument-names.js'
import { readDiscriminated } from './discriminated-shape.js'
import { callThunk, callType } from './named-type.js'
import type { ValueShape } from './shape.js'
import { reportUnmeetableByShape } from './unmeetable-rules.js'
import {
  maxArrayDepth,
  reportArrayWithoutRule,
  reportContainedTwice,
  reportDeclaredMap,
  reportDepth,
  reportEmptyClass,
  reportEmptyTuple,
  reportNestedWithoutClass,
  reportOtherType,
  reportTypeWithoutNested,
  reportUnmeetableRules,
  unsupportedTypes,
  type ValueReading,
} from './value-problems.js'

const primitiveSchemas: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
])
/** Types that JSON carries as a text. */
const conversions: ReadonlyMap<unknown, ValueShape> = new Map<unknown, ValueShape>([
  [Date, { kind: 'date' }],
  [BigInt, { kind: 'bigint' }],
])
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

/** Reads the shape of an argument's value from `@Type`, `@Transform`, `@Values`, `@Items`, `@Tuple` and its rules. */
export function readValueShape(reading: ValueReading): ValueShape {
  const type = findType(reading.target, reading.property)
  const contained = findContained(reading.target, reading.property)
  if (findTransforms(reading.target, reading.property).length > 0) {
    return readTransformed(reading, type, contained)
  }
  const shape = contained ? readContained(reading, contained, type) : readTyped(reading, type)
  reportUnmeetableByShape(reading, shape)
  return shape
}

function readTyped(reading: ValueReading, type: TypeRecord | undefined): ValueShape {
  const isNested = reading.rules.some((rule) => rule.kind === 'nested')
  const isArray = reading.rules.some((rule) => isOnEach(rule) || arrayRules.has(rule.name))
  if (isNested && !isArray) reportArrayWithoutRule(reading)
  const value = isNested ? readNestedType(reading, type) : readPlainType(reading, type)
  if (isNested) reportNestedWithoutClass(reading, value)
  return isArray ? { kind: 'array', items: value } : value
}

/** `each` says nothing on a condition: class-validator asks it once. */
function isOnEach({ each, kind }: Rule): boolean {
  return each && (kind === 'check' || kind === 'nested')
}

function readTransformed(
  reading: ValueReading,
  type: TypeRecord | undefined,
  contained: ContainedTypes | undefined,
): ValueShape {
  const isPrimitive = type === undefined || primitiveSchemas.has(callType(reading.property, type))
  const isNested = reading.rules.some((rule) => rule.kind === 'nested')
  if (!isPrimitive || contained !== undefined || isNested) {
    reading.report(
      'it has @Transform together with a type of its own.',
      'Let @Transform do all of it, or remove @Transform.',
    )
  }
  return { kind: 'transformed' }
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
  return readElement(reading, callType(reading.property, record))
}

function readPlainType(reading: ValueReading, record: TypeRecord | undefined): ValueShape {
  const type = record === undefined ? undefined : callType(reading.property, record)
  const converted = conversions.get(type)
  if (converted !== undefined) return converted
  if (record !== undefined && !primitiveSchemas.has(type)) reportTypeWithoutNested(reading, type)
  reportUnmeetableRules(reading)
  const isFree = reading.rules.some((rule) => objectRules.has(rule.name))
  return isFree ? { kind: 'free' } : { kind: 'any' }
}

function readContained(
  reading: ValueReading,
  contained: ContainedTypes,
  type: TypeRecord | undefined,
): ValueShape {
  const { target, property, rules } = reading
  if (isContainedTwice(target, property)) reportContainedTwice(reading)
  if (type !== undefined && !isSameType(reading, contained, type)) reportOtherType(reading)
  const shape = readContainer(reading, contained)
  if (rules.some((rule) => rule.kind === 'nested')) reportNestedWithoutClass(reading, shape)
  return shape
}

/** `@Type` may repeat what the values or items are, for the sake of a `ValidationPipe`. */
function isSameType(reading: ValueReading, contained: ContainedTypes, type: TypeRecord): boolean {
  if (contained.kind === 'tuple' || type.options.discriminator !== undefined) return false
  return callType(reading.property, type) === callThunk(contained.type)
}

function readContainer(reading: ValueReading, contained: ContainedTypes): ValueShape {
  switch (contained.kind) {
    case 'values':
      reportDeclaredMap(reading)
      return { kind: 'map', values: readElement(reading, callThunk(contained.type)) }
    case 'items':
      reportDepth(reading, contained.depth)
      return nestArrays(readElement(reading, callThunk(contained.type)), contained.depth)
    case 'tuple':
      return readTuple(reading, callThunk(contained.types))
  }
}

function readTuple(reading: ValueReading, types: unknown): ValueShape {
  if (!Array.isArray(types)) return readElement(reading, undefined)
  if (types.length === 0) reportEmptyTuple(reading)
  return { kind: 'tuple', items: types.map((type) => readElement(reading, type)) }
}

function nestArrays(items: ValueShape, depth: number): ValueShape {
  return !(depth > 1 && depth <= maxArrayDepth)
    ? { kind: 'array', items }
    : nestArrays({ kind: 'array', items }, depth - 1)
}

function readElement(reading: ValueReading, type: unknown): ValueShape {
  const converted = conversions.get(type)
  if (converted !== undefined) return converted
  const primitive = primitiveSchemas.get(type)
  if (primitive !== undefined) return { kind: 'schema', schema: primitive }
  if (typeof type === 'function' && !unsupportedTypes.has(type)) {
    const shape = reading.readNested(type as Constructor)
    if (argumentNames(shape.target).length === 0) reportEmptyClass(reading)
    return { kind: 'object', shape }
  }
  if (typeof type === 'object' && type !== null) return readSchema(reading, type)
  reading.report(
    'the class it names is not known when it is needed.',
    'Import the class with `import`, not `import type`; where two files import each other, move one of the classes.',
  )
  return { kind: 'any' }
}

/** An author's schema, checked and copied, so that it can be embedded and never changes. */
function readSchema(reading: ValueReading, type: object): ValueShape {
  try {
    const schema = structuredClone(type) as JsonSchema
    compileJsonSchema(schema)
    embedSchema(schema, 'checked')
    return { kind: 'schema', schema }
  } catch (error) {
    if (DefinitionError.is(error)) throw error
    const reason = error instanceof JsonSchemaError ? error.message : 'it is not plain JSON.'
    reading.report(`its JSON Schema cannot be used: ${reason}`, 'Correct the schema.')
    return { kind: 'any' }
  }
}
