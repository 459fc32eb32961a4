import { anyShape, type Shape } from './shape.js'

/** A shape that takes null, too. What it says about itself is said of both. */
export function withNull(shape: Shape): Shape {
  const types = [...shape.types, 'null'] as const
  const onlyNull: Shape = { ...anyShape(shape.path), types: ['null'] }
  // Branches say it all: values beside them are no more than what they have in common.
  if (shape.branches !== undefined)
    return { ...shape, types, branches: [...shape.branches, onlyNull] }
  if (shape.values !== undefined) return { ...shape, types, values: [...shape.values, null] }
  const { reference, title, description } = shape
  if (reference === undefined) return { ...shape, types }
  return {
    ...anyShape(shape.path),
    types,
    branches: [shape, onlyNull],
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
}
