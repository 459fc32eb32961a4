import type { ProjectionLimits } from './projection.js'

/** What one schema uses of what a target allows. */
type SchemaSize = Record<'properties' | 'depth' | 'enumValues' | 'characters', number>

/** The limits that a projected schema exceeds, each as a sentence. */
export function findExcesses(schema: object, limits: ProjectionLimits): readonly string[] {
  const size: SchemaSize = { properties: 0, depth: 0, enumValues: 0, characters: 0 }
  measure(schema, 1, size)
  const names = Object.keys(size) as readonly (keyof SchemaSize)[]
  return names.flatMap((name) => {
    const limit = limits[name]
    const isOver = limit !== undefined && size[name] > limit
    return isOver ? [`${sizeNames[name]}: ${size[name].toString()} of ${limit.toString()}.`] : []
  })
}

const sizeNames: Readonly<Record<keyof SchemaSize, string>> = {
  properties: 'Too many properties',
  depth: 'Too many levels',
  enumValues: 'Too many listed values',
  characters: 'Too many characters in names and listed values',
}

/** A level is an object or an array: `anyOf` round a type is not one. */
function measure(schema: object, depth: number, size: SchemaSize): void {
  const { properties, items, anyOf, $defs, enum: values } = schema as Record<string, unknown>
  size.depth = Math.max(size.depth, depth)
  if (Array.isArray(values)) {
    size.enumValues += values.length
    size.characters += textLength(values)
  }
  const named = Object.entries((properties ?? {}) as Readonly<Record<string, object>>)
  size.properties += named.length
  const defined = Object.entries(($defs ?? {}) as Readonly<Record<string, object>>)
  size.characters += textLength([...named, ...defined].map(([name]) => name))
  for (const [, property] of named) measure(property, depth + 1, size)
  for (const [, definition] of defined) measure(definition, 1, size)
  if (items !== undefined) measure(items as object, depth + 1, size)
  for (const variant of (anyOf ?? []) as readonly object[]) measure(variant, depth, size)
}

function textLength(values: readonly unknown[]): number {
  return values.reduce<number>((length, value) => length + String(value).length, 0)
}
