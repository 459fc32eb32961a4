import type { ErrorObject } from 'ajv'

import { joinPath } from '../errors/argument-path.js'
import { quoteName } from '../errors/quoted-name.js'
import { readPointer } from './linear-errors.js'

/** One way in which a value breaks a JSON Schema. */
export interface SchemaViolation {
  /** From the root, as `lines[1].qty`; `''` is the root. A missing member has the path it would stand at. */
  readonly path: string
  /** The keyword of the schema that was broken, for example `minimum`. */
  readonly keyword: string
  /** Names the path and what was expected, never the received value. */
  readonly message: string
  /** The name of the member that is one too many, for `additionalProperties` and its like. */
  readonly property?: string
}

const listedValues = 20

/** Puts an error of Ajv into our words. `root` is the value that was checked; it tells array items from members. */
export function toSchemaViolation(error: ErrorObject, root: unknown): SchemaViolation {
  const { keyword } = error
  const owner = toPath(error.instancePath, root)
  const missing = stringParameter(error, 'missingProperty')
  const path = missing === undefined ? owner : joinPath(owner, missing)
  const property =
    stringParameter(error, 'additionalProperty') ?? stringParameter(error, 'unevaluatedProperty')
  const subject = path === '' ? 'The value' : path
  const message = `${subject} ${expectation(error, property)}.`
  return Object.freeze({ path, keyword, message, ...(property === undefined ? {} : { property }) })
}

function expectation(error: ErrorObject, property: string | undefined): string {
  if (property !== undefined) return `must not have the property ${quoteName(property)}`
  return expectations[error.keyword]?.(error.params) ?? 'must match its schema'
}

type Parameters = Readonly<Record<string, unknown>>

const expectations: Readonly<Record<string, (parameters: Parameters) => string>> = {
  type: ({ type }) => `must be ${typeList(type)}`,
  required: () => 'is required',
  dependentRequired: ({ property }) => `is required beside ${quote(property)}`,
  enum: ({ allowedValues }) => `must be one of ${valueList(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${valueText(allowedValue)}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minLength: ({ limit }) => `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  minItems: ({ limit }) => `must have at least ${String(limit)} items`,
  maxItems: ({ limit }) => `must have at most ${String(limit)} items`,
  minProperties: ({ limit }) => `must have at least ${String(limit)} properties`,
  maxProperties: ({ limit }) => `must have at most ${String(limit)} properties`,
  items: ({ limit }) => `must have at most ${String(limit)} items`,
  additionalItems: ({ limit }) => `must have at most ${String(limit)} items`,
  unevaluatedItems: ({ len }) => `must have at most ${String(len)} items`,
  pattern: ({ pattern }) => `must match the pattern ${quote(pattern)}`,
  uniqueItems: () => 'must not hold the same item twice',
  contains: ({ minContains, maxContains }) =>
    `must hold ${countText(minContains, maxContains)} items of the expected form`,
  propertyNames: () => 'must not have a property of such a name',
  not: () => 'must not be what its schema excludes',
  anyOf: () => 'must match one of the forms in its schema',
  oneOf: () => 'must match exactly one of the forms in its schema',
  'false schema': () => 'is not allowed',
}

function typeList(type: unknown): string {
  const names = (Array.isArray(type) ? type : String(type).split(',')).map(String)
  return names.map(withArticle).join(' or ')
}

/** The name of a type, as `an integer`; null is one of its kind. */
function withArticle(name: string): string {
  if (name === 'null') return name
  return /^[aio]/.test(name) ? `an ${name}` : `a ${name}`
}

function valueList(values: unknown): string {
  const all: readonly unknown[] = Array.isArray(values) ? values : []
  const shown = all.slice(0, listedValues).map(valueText).join(', ')
  return all.length > listedValues ? `${shown}, …` : shown
}

/** A value that stands in the schema, as text. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return quoteName(value)
  return typeof value === 'object' && value !== null ? 'the value in its schema' : String(value)
}

function quote(value: unknown): string {
  return quoteName(String(value))
}

/** How many are asked for: Ajv tells both bounds, whichever is broken. */
function countText(minimum: unknown, maximum: unknown): string {
  const [least, most] = [`at least ${String(minimum)}`, `at most ${String(maximum)}`]
  return maximum === undefined ? least : `${least} and ${most}`
}

function stringParameter({ params }: ErrorObject, name: string): string | undefined {
  const value: unknown = Reflect.get(params as object, name)
  return typeof value === 'string' ? value : undefined
}

/** From the path of an error to our form; the value itself says which segments are array indices. */
function toPath(pointer: string, root: unknown): string {
  let path = ''
  let current = root
  for (const key of readPointer(pointer)) {
    path = joinPath(path, Array.isArray(current) ? Number(key) : key)
    current = Reflect.get(Object(current) as object, key)
  }
  return path
}
