import { types } from 'node:util'

import { deepFreeze } from '../../schema/deep-freeze.js'
import type { JsonObject } from '../../schema/json.js'
import type { PropertyShape } from '../shape/shape.js'
import { plainToClass } from '../rules/class-transformer-records.js'

/** What transforms gave, by the canonical object the argument stands in. */
const transformed = new WeakMap<JsonObject, Map<string, unknown>>()

/**
 * Runs the `@Transform`s of a property over a copy of its value. The input they also see is frozen, so that they
 * can change nothing else.
 *
 * @throws what a transform throws, and TypeError for one that is asynchronous.
 */
export function transformValue(property: PropertyShape, input: JsonObject): unknown {
  const source = deepFreeze(input)
  const initial: unknown = structuredClone(source[property.key])
  const value = property.transforms.reduce(
    (current, { transformFn }) =>
      transformFn({
        value: current,
        key: property.property,
        obj: source,
        type: plainToClass,
        options: {},
      }) as unknown,
    initial,
  )
  return assertSynchronous(value)
}

/** class-transformer awaits no transform, so the body would get a promise. */
function assertSynchronous(value: unknown): unknown {
  if (!types.isPromise(value)) return value
  // Nobody else will look at how it ends.
  value.catch(() => undefined)
  throw new TypeError('a transform is asynchronous')
}

/** Keeps what was judged, so that an instance gets that and not what a second run of the transform would give. */
export function keepTransformed(
  canonical: JsonObject,
  property: PropertyShape,
  value: unknown,
): void {
  const values = transformed.get(canonical) ?? new Map<string, unknown>()
  transformed.set(canonical, values.set(property.key, value))
}

/** The judged value for one instance: plain data is made anew, anything else is what was judged. */
export function takeTransformed(canonical: JsonObject, property: PropertyShape): unknown {
  const value = transformed.get(canonical)?.get(property.key)
  return isPlainData(value) ? structuredClone(value) : value
}

/** True for what `structuredClone` gives back as it was. Cycles and endless depth are not plain. */
function isPlainData(value: unknown): boolean {
  try {
    return isPlain(value)
  } catch {
    return false
  }
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isPlainPrimitive(value)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Date.prototype) return true
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false
  return Reflect.ownKeys(value).every((key) => isPlainMember(value, key))
}

function isPlainMember(owner: object, key: string | symbol): boolean {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key)
  const isData = typeof key === 'string' && descriptor !== undefined && 'value' in descriptor
  return isData && isPlain(descriptor.value)
}

function isPlainPrimitive(value: unknown): boolean {
  return typeof value !== 'function' && typeof value !== 'symbol'
}
