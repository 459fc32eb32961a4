import { containedShapes } from './contained-shapes.js'
import type { ValueShape } from './shape.js'

/** An initial value as JSON would bring it: where the shape says so, a `bigint` is a text of digits. */
export function toInitialJson(value: unknown, shape: ValueShape): unknown {
  if (!holdsBigint(shape)) return value
  if (shape.kind === 'array') return mapElements(value, () => shape.items)
  if (shape.kind === 'tuple') return mapElements(value, (index) => shape.items[index])
  if (shape.kind === 'map') return mapValues(value, shape.values)
  return typeof value === 'bigint' ? value.toString() : value
}

function holdsBigint(shape: ValueShape): boolean {
  return shape.kind === 'bigint' || containedShapes(shape).some(holdsBigint)
}

function mapElements(value: unknown, shapeOf: (index: number) => ValueShape | undefined): unknown {
  if (!Array.isArray(value)) return value
  return value.map((element: unknown, index) => {
    const shape = shapeOf(index)
    return shape === undefined ? element : toInitialJson(element, shape)
  })
}

/** Of a plain object only: an instance of a class is no JSON. */
function mapValues(value: unknown, shape: ValueShape): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries<unknown>(value as Record<string, unknown>)
  return Object.fromEntries(entries.map(([key, member]) => [key, toInitialJson(member, shape)]))
}
