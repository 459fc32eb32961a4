import type { Expression } from '../shape/expression.js'
import type { Facet } from '../shape/shape.js'
import type { ShapeReader } from '../shape/shape-reader.js'
import type { Losses, SchemaLoss } from '../source/schema-loss.js'
import type { TargetRules } from './target-rules.js'

/** A schema under construction. */
export type Draft = Record<string, unknown>

/** Which schemas a schema stands in, and how often a recursive one was written out on the way. */
export interface Depth {
  readonly inside: readonly string[]
  readonly expansions: number
}

/** The writing of one schema for one target: what its parts need of the whole. */
export interface Lowering {
  readonly rules: TargetRules
  readonly reader: ShapeReader
  readonly losses: Losses
  /** Writes a schema inside another. */
  lower(expression: Expression, depth: Depth): Draft
  /** Writes a schema inside another that may be null, too. */
  lowerNullable(expression: Expression, depth: Depth): Draft
}

/** Remembers what became of a keyword. */
export function lose(
  { losses }: Lowering,
  { keyword, path }: Pick<Facet, 'keyword' | 'path'>,
  [kind, message]: readonly [SchemaLoss['kind'], string],
): void {
  losses.add({ path, keyword, kind, message })
}

/** Remembers why decoding cannot be held to a schema. Where it need not be, nothing is lost. */
export function refuseStrict(
  lowering: Lowering,
  facet: Pick<Facet, 'keyword' | 'path'>,
  reason: string,
): void {
  if (lowering.rules.decoding === 'strict') lose(lowering, facet, ['not-strict', reason])
}
