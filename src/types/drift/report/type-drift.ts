import type { JsonValue } from '../../../schema/json.js'

/**
 * How a TypeScript type and the validators differ: the validators accept more (`wider`), never accept a part of the type
 * (`narrower`) or any of it (`disjoint`); one of them may be absent (`presence`) or null (`null`) and the other not; what
 * arrives in the body is no value of the type (`hydration`); public data has no validator (`undecorated`); the facts say
 * nothing of it (`no-facts`); the class cannot be read, or a
 * validator never answers (`definition`).
 */
export type TypeDriftKind =
  | 'definition'
  | 'disjoint'
  | 'hydration'
  | 'narrower'
  | 'no-facts'
  | 'null'
  | 'presence'
  | 'undecorated'
  | 'wider'

/** One way in which the TypeScript type of a tool's arguments and its validators do not say the same. */
export interface TypeDrift {
  /** `server/name`. */
  readonly toolId: string
  /** The class that declares the property: the tool's, or one that it nests. */
  readonly class: string
  /** From the root, by TypeScript names: `lines[].qty`, `pair[0]`, `prices[*]` for the values of a map; `''` is the class. */
  readonly property: string
  readonly kind: TypeDriftKind
  /** `'error'` where the body may see what its type excludes; `'warning'` where a model is refused what the type allows. */
  readonly severity: 'error' | 'warning'
  /** What is wrong. */
  readonly message: string
  /** What to do. */
  readonly fix: string
  /** A value on which they differ, made for the check; never what a user sent. */
  readonly example?: JsonValue
  /** Which of the two accepts the example, or the absence. */
  readonly acceptedBy?: 'type' | 'validators'
}
