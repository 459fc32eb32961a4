import type { JsonArray, JsonObject, JsonValue } from '../../schema/json.js'
import type { ClassShape, PropertyShape, ValueShape } from '../shape/shape.js'
import { parseBigint } from './bigint-text.js'
import { parseDateTime } from './rfc3339.js'
import { takeTransformed } from './transform-value.js'

/**
 * Assigns admitted arguments to a fresh instance: each declared key that is present, by ordinary assignment, nested
 * objects and arrays made anew; nothing else.
 */
export function hydrate(instance: object, shape: ClassShape, json: JsonObject): void {
  for (const property of shape.properties) {
    if (Object.hasOwn(json, property.key)) {
      assign(instance, property.property, makeProperty(property, json))
    }
  }
}

/**
 * What admitted arguments would be on an instance, without one: an object of the class's prototype that no constructor
 * saw, with the arguments as own properties and nothing else.
 */
export function createBareView(shape: ClassShape, json: JsonObject): object {
  const members = Object.create(null) as object
  hydrate(members, shape, json)
  const prototype = shape.target.prototype as object
  return Object.create(prototype, Object.getOwnPropertyDescriptors(members)) as object
}

/** Ordinary assignment: a setter runs, a property that cannot be written throws. */
function assign(instance: object, property: string, value: unknown): void {
  const members = instance as Record<string, unknown>
  members[property] = value
}

function makeProperty(property: PropertyShape, json: JsonObject): unknown {
  if (property.value.kind === 'transformed') return takeTransformed(json, property)
  return makeValue(property.value, json[property.key] ?? null)
}

function makeValue(shape: ValueShape, json: JsonValue): unknown {
  if (json === null) return null
  switch (shape.kind) {
    case 'date':
      return typeof json === 'string' ? parseDateTime(json) : undefined
    case 'bigint':
      return typeof json === 'string' ? parseBigint(json) : undefined
    case 'array':
      return (json as JsonArray).map((element) => makeValue(shape.items, element))
    case 'tuple':
      return shape.items.map((item, index) => makeValue(item, (json as JsonArray)[index] ?? null))
    case 'map':
      return makeMap(shape.values, json as JsonObject)
    case 'object':
      return makeObject(shape.shape, json as JsonObject)
    case 'discriminated':
      return makeVariant(shape, json as JsonObject)
    case 'any':
    case 'free':
    case 'schema':
    case 'transformed':
      return structuredClone(json)
  }
}

function makeMap(values: ValueShape, json: JsonObject): Record<string, unknown> {
  const entries = Object.entries(json).map(([key, value]) => [key, makeValue(values, value)])
  return Object.fromEntries(entries) as Record<string, unknown>
}

function makeObject(shape: ClassShape, json: JsonObject): object {
  const instance = Reflect.construct(shape.target, []) as object
  hydrate(instance, shape, json)
  return instance
}

function makeVariant(shape: ValueShape & { kind: 'discriminated' }, json: JsonObject): unknown {
  const name = json[shape.tag]
  const variant = typeof name === 'string' ? shape.variants.get(name) : undefined
  if (variant === undefined) return undefined
  const instance = makeObject(variant, json)
  if (shape.keepsTag) assign(instance, shape.tag, name)
  return instance
}
