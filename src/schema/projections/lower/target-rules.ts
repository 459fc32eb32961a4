import type { JsonTypeName } from '../../json-schema.js'
import type { Facet } from '../shape/shape.js'

/** What a target takes that takes only a part of JSON Schema. */
export interface TargetRules {
  /** Whether decoding is held to the schema: then every object is closed and every value has a type. */
  readonly decoding: 'strict' | 'free'
  /** How null is said beside other types: in the list of types, as an alternative, or with `nullable: true`. */
  readonly nulls: 'listed' | 'alternative' | 'nullable'
  /** How values are listed: beside their type, without it, or for strings only. */
  readonly enums: 'typed' | 'bare' | 'strings'
  /** What becomes of a property that may be absent. */
  readonly optional: 'nullable' | 'absent'
  /** What becomes of a schema that leads back to itself. */
  readonly recursion: 'references' | 'refused' | 'expanded'
  /** Whether a keyword is taken for values of a type. */
  readonly keeps: (type: JsonTypeName, facet: Facet) => boolean
}

/**
 * Whether a regular expression is one that automata take too: no look-around, no back-references, no named groups and
 * no Unicode classes.
 */
export function isPlainPattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && !/\(\?(?!:)|\\[1-9kpPu]/.test(pattern)
}
