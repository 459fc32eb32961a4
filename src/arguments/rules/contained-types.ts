import { Allow } from 'class-validator'

import { assertLegacyDecorator } from '../../metadata/legacy-decorator.js'
import {
  recordContained,
  type ContainedTypes,
  type ElementType,
} from '../../metadata/property-metadata.js'

/**
 * Says what the values of a free map are: a class with validators, or a JSON Schema.
 * `String`, `Number`, `Boolean`, `Date` and `BigInt` count as classes.
 *
 * @example
 * ```ts
 * @IsObject() @Values(() => Money)
 * prices!: Record<string, Money>
 * ```
 */
export function Values(type: () => ElementType): PropertyDecorator {
  return contained({ kind: 'values', type })
}

/**
 * Says what the innermost elements of nested arrays are.
 *
 * @param options - `depth`: how many arrays stand round an element, 1 by default.
 * @example
 * ```ts
 * @Items(() => Cell, { depth: 2 })
 * grid!: Cell[][]
 * ```
 */
export function Items(
  type: () => ElementType,
  options: { readonly depth?: number } = {},
): PropertyDecorator {
  return contained({ kind: 'items', type, depth: options.depth ?? 1 })
}

/**
 * Says what each position of a tuple is. The array has exactly that many elements.
 *
 * @example
 * ```ts
 * @Tuple(() => [Point, Point])
 * line!: [Point, Point]
 * ```
 */
export function Tuple(types: () => readonly ElementType[]): PropertyDecorator {
  return contained({ kind: 'tuple', types })
}

const decoratorNames = { values: 'Values', items: 'Items', tuple: 'Tuple' } as const

/** Also records `@Allow`, so that the property is an argument here and is kept by a whitelisting `ValidationPipe`. */
function contained(types: ContainedTypes): PropertyDecorator {
  return (prototype, property) => {
    assertLegacyDecorator(`@${decoratorNames[types.kind]}`, property)
    recordContained(prototype, String(property), types)
    Allow()(prototype, String(property))
  }
}
