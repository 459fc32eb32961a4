import type { JsonObject } from '../../schema/json.js'
import type { PropertyShape } from '../shape/shape.js'
import { plainToClass } from '../rules/class-transformer-records.js'

/** What transforms gave, by the canonical object the argument stands in. */
const transformed = new WeakMap<JsonObject, Map<string, unknown>>()

/** Runs the `@Transform`s of a property over its value. They get a copy of the input, so they can change nothing else. */
export function transformValue(property: PropertyShape, input: JsonObject): unknown {
  const source = structuredClone(input) as Record<string, unknown>
  const initial: unknown = source[property.key]
  return property.transforms.reduce(
    (value, { transformFn }) =>
      transformFn({
        value,
        key: property.property,
        obj: source,
        type: plainToClass,
        options: {},
      }) as unknown,
    initial,
  )
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

/** The judged value for one instance: plain data is made anew, an instance of a class is the one that was judged. */
export function takeTransformed(canonical: JsonObject, property: PropertyShape): unknown {
  const value = transformed.get(canonical)?.get(property.key)
  return isPlainData(value) ? structuredClone(value) : value
}

function isPlainData(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlainData)
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  if (value instanceof Date) return true
  return (
    Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlainData)
  )
}
