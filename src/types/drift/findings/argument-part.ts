import type { ValueShape } from '../../../arguments/shape/shape.js'
import { joinPath } from '../../../errors/argument-path.js'
import type { JsonSchema } from '../../../schema/json-schema.js'
import type { JsonValue } from '../../../schema/json.js'
import type { PropertyPlace } from '../probe/property-place.js'
import type { SchemaNode } from '../../../arguments/schema/type-branches.js'
import { elementOf, partOfKind, valueOf } from '../static-type/type-parts.js'

/** A part of an argument: the argument itself, its elements, or the values of its map. */
export interface ArgumentPart {
  readonly place: PropertyPlace
  readonly shape: ValueShape
  readonly type: SchemaNode
  readonly derived: SchemaNode
  readonly path: string
  /** The path of an issue on it, and the whole argument that has a value there. */
  readonly issuePath: string
  readonly wrap: (value: JsonValue) => JsonValue
}

/** The elements or values of a part, where type and rules both have one kind of array or object. */
export function innerParts(part: ArgumentPart): readonly ArgumentPart[] {
  const { shape } = part
  if (shape.kind === 'array' || shape.kind === 'tuple') return elementParts(part, shape)
  return shape.kind === 'map' ? valueParts(part, shape.values) : []
}

function elementParts(
  part: ArgumentPart,
  shape: ValueShape & { kind: 'array' | 'tuple' },
): readonly ArgumentPart[] {
  const own = partOfKind(part.type, 'array')
  const other = partOfKind(part.derived, 'array')
  if (own === undefined || other === undefined) return []
  const { prefixItems = [], minItems = 0 } = own.schema
  const isTuple = prefixItems.length > 0 || shape.kind === 'tuple'
  const shapes =
    shape.kind === 'tuple'
      ? shape.items
      : Array.from({ length: Math.max(prefixItems.length, 1) }, () => shape.items)
  const length = Math.max(other.schema.minItems ?? 1, minItems, shapes.length, 1)
  return shapes.map((items, index) => ({
    ...part,
    shape: items,
    type: elementOf(own, part.type.root, index),
    derived: elementOf(other, part.derived.root, index),
    path: isTuple ? `${part.path}[${index.toString()}]` : `${part.path}[]`,
    issuePath: joinPath(part.issuePath, index),
    wrap: (value: JsonValue) => part.wrap(Array.from({ length }, () => value)),
  }))
}

function valueParts(part: ArgumentPart, values: ValueShape): readonly ArgumentPart[] {
  const own = partOfKind(part.type, 'object')
  const other = partOfKind(part.derived, 'object')
  if (own === undefined || other === undefined || isClosed(own.schema)) return []
  return [
    {
      ...part,
      shape: values,
      type: valueOf(own, part.type.root),
      derived: valueOf(other, part.derived.root),
      path: `${part.path}[*]`,
      issuePath: joinPath(part.issuePath, 'key'),
      wrap: (value) => part.wrap({ key: value }),
    },
  ]
}

function isClosed({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties === false
}
