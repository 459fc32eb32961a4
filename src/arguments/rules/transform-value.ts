import type { JsonObject } from '../../schema/json.js'
import type { PropertyShape } from '../shape/shape.js'
import { plainToClass } from './class-transformer-records.js'

/** Runs the `@Transform`s of a property over its value in `source`, a copy of the input. */
export function transformValue(property: PropertyShape, source: JsonObject): unknown {
  const initial: unknown = structuredClone(source[property.key])
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
