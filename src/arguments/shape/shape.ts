import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import type { Constructor } from '../../tools/constructor.js'
import type { TransformRecord } from '../rules/class-transformer-records.js'
import type { Rule } from '../rules/class-validator-rules.js'

/** What admit, the schema and hydration know of a class: its arguments in declared order. */
export interface ClassShape {
  readonly target: Constructor
  readonly properties: readonly PropertyShape[]
  /** By the name the argument has in JSON. */
  readonly byKey: ReadonlyMap<string, PropertyShape>
}

/** One argument. */
export interface PropertyShape {
  /** The class it was read from. */
  readonly target: Constructor
  /** Its name on the class. */
  readonly property: string
  /** Its name in JSON: `@Expose({ name })`, or the property's. */
  readonly key: string
  readonly rules: readonly Rule[]
  readonly value: ValueShape
  readonly presence: 'required' | 'optional' | 'conditional'
  readonly isNullable: boolean
  readonly initial: InitialValue | undefined
  readonly description: string | undefined
  readonly transforms: readonly TransformRecord[]
}

/** What an initialiser gives a property when the argument is absent. */
export interface InitialValue {
  readonly value: unknown
  /** The value as JSON, when JSON can say it and every probe gave the same; undefined for a Date or a random id. */
  readonly constant: JsonValue | undefined
}

/** What the value of an argument looks like before its rules are asked. */
export type ValueShape =
  /** Whatever the rules allow; objects in it are data. */
  | { readonly kind: 'any' }
  /** An object, by its rules; its members are data. */
  | { readonly kind: 'free' }
  /** Whatever `@Transform` makes of it. */
  | { readonly kind: 'transformed' }
  /** An RFC 3339 date-time that becomes a `Date`. */
  | { readonly kind: 'date' }
  /** The digits of a whole number, in a text, that become a `bigint`. */
  | { readonly kind: 'bigint' }
  | { readonly kind: 'schema'; readonly schema: JsonSchema }
  | { readonly kind: 'object'; readonly shape: ClassShape }
  | DiscriminatedShape
  | { readonly kind: 'array'; readonly items: ValueShape }
  | { readonly kind: 'tuple'; readonly items: readonly ValueShape[] }
  | { readonly kind: 'map'; readonly values: ValueShape }

/** One of several classes, chosen by the value of a tag. */
export interface DiscriminatedShape {
  readonly kind: 'discriminated'
  readonly tag: string
  /** Whether the tag is assigned to the instance although the class does not declare it. */
  readonly keepsTag: boolean
  readonly variants: ReadonlyMap<string, ClassShape>
}
