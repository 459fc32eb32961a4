import {
  findContained,
  type ContainedTypes,
  type ElementType,
} from '../../metadata/property-metadata.js'
import { embedSchema } from '../../schema/embedded-schema.js'
import { JsonSchemaError } from '../../schema/json-schema-error.js'
import { compileJsonSchema } from '../../schema/json-schema-validator.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { Constructor } from '../../tools/constructor.js'
import { findTransforms, findType, type TypeRecord } from '../rules/class-transformer-records.js'
import { argumentNames } from './argument-names.js'
import type { ValueShape } from './shape.js'
import {
  maxArrayDepth,
  reportArrayWithoutRule,
  reportDeclaredMap,
  reportDepth,
  reportEmptyClass,
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
    const reason = error instanceof JsonSchemaError ? error.message : 'it is not plain JSON.'
    reading.report(`its JSON Schema cannot be used: ${reason}`, 'Correct the schema.')
    return { kind: 'any' }
  }
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
