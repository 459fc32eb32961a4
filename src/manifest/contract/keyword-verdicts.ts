import type { JsonSchema } from '../../schema/json-schema.js'
import type { ContractChangeKind } from './contract-change.js'
import { isSameJson } from '../../schema/same-json.js'

/** What a changed keyword does to the values a schema accepts, seen alone. */
export type KeywordVerdict = (before: unknown, after: unknown) => ContractChangeKind

/**
 * Verdicts on keywords of JSON Schema 2020-12 that hold no schemas, but for `enum` and `const`, which are one list of
 * values. A keyword that is not listed is `changed`.
 */
export const keywordVerdicts: ReadonlyMap<string, KeywordVerdict> = new Map<string, KeywordVerdict>(
  [
    ...['title', 'description', 'examples', '$comment', 'deprecated', 'readOnly', 'writeOnly'].map(
      (keyword) => [keyword, () => 'wording'] as const,
    ),
    ...['minLength', 'minItems', 'minProperties'].map(
      (keyword) => [keyword, lowerBound(0)] as const,
    ),
    ...['minimum', 'exclusiveMinimum'].map((keyword) => [keyword, lowerBound(-Infinity)] as const),
    ...['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'].map(
      (keyword) => [keyword, upperBound] as const,
    ),
    ...['pattern', 'format'].map((keyword) => [keyword, constraint] as const),
    ['type', typeVerdict],
    ['multipleOf', multipleVerdict],
    ['required', requiredVerdict],
    ['uniqueItems', (_before, after) => (after === true ? 'narrowed' : 'widened')],
  ],
)

/** The values that `enum` or `const` allows; undefined where neither does. */
export function allowedValues(schema: JsonSchema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum
}

/** A rule that is there or is not; another one is another set of values. */
function constraint(before: unknown, after: unknown): ContractChangeKind {
  if (before === undefined) return 'narrowed'
  return after === undefined ? 'widened' : 'changed'
}

/** The verdict of what was taken away and what came; for lists of what is allowed. */
export function valuesVerdict(before: unknown, after: unknown): ContractChangeKind {
  if (!Array.isArray(before) || !Array.isArray(after)) return constraint(before, after)
  return verdictOf({ loses: isMissingAny(before, after), gains: isMissingAny(after, before) })
}

/** As `valuesVerdict`, for a list of what is demanded. */
function requiredVerdict(before: unknown, after: unknown): ContractChangeKind {
  const [first, second] = [before ?? [], after ?? []]
  if (!Array.isArray(first) || !Array.isArray(second)) return 'changed'
  return verdictOf({ loses: isMissingAny(second, first), gains: isMissingAny(first, second) })
}

function verdictOf(losses: {
  readonly loses: boolean
  readonly gains: boolean
}): ContractChangeKind {
  const { loses, gains } = losses
  if (loses && gains) return 'changed'
  if (loses) return 'narrowed'
  // The same members in another order are read in another order.
  return gains ? 'widened' : 'wording'
}

function isMissingAny(members: readonly unknown[], from: readonly unknown[]): boolean {
  return members.some((member) => !from.some((other) => isSameJson(member, other)))
}

function typeVerdict(before: unknown, after: unknown): ContractChangeKind {
  if (before === undefined || after === undefined) return constraint(before, after)
  return valuesVerdict(withIntegers(before), withIntegers(after))
}

/** Whoever takes numbers takes integers. */
function withIntegers(type: unknown): readonly unknown[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  return types.includes('number') ? [...types, 'integer'] : types
}

function lowerBound(none: number): KeywordVerdict {
  return (before, after) => boundVerdict(before ?? none, after ?? none)
}

function upperBound(before: unknown, after: unknown): ContractChangeKind {
  return boundVerdict(after ?? Infinity, before ?? Infinity)
}

function boundVerdict(lower: unknown, higher: unknown): ContractChangeKind {
  if (typeof lower !== 'number' || typeof higher !== 'number') return 'changed'
  if (lower === higher) return 'wording'
  return lower < higher ? 'narrowed' : 'widened'
}

function multipleVerdict(before: unknown, after: unknown): ContractChangeKind {
  if (typeof before !== 'number' || typeof after !== 'number') return constraint(before, after)
  if (Number.isInteger(before / after)) return 'widened'
  return Number.isInteger(after / before) ? 'narrowed' : 'changed'
}
