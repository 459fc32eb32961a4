import type { ValueShape } from './shape.js'

/** The shapes of what a container holds; none for any other value. */
export function containedShapes(shape: ValueShape): readonly ValueShape[] {
  if (shape.kind === 'array') return [shape.items]
  if (shape.kind === 'tuple') return shape.items
  return shape.kind === 'map' ? [shape.values] : []
}
