import type { Expression } from '../source/expression.js'
import type { Facet } from '../shape/shape.js'
import type { ShapeReader } from '../shape/shape-reader.js'
import type { Losses } from '../source/schema-loss.js'
import type { Draft } from '../rewrite/draft.js'
import type { TargetRules } from './target-rules.js'

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

/** Remembers why decoding cannot be held to a schema. Where it need not be, nothing is lost. */
export function refuseStrict(
  { rules, losses }: Pick<Lowering, 'rules' | 'losses'>,
  { keyword, path }: Pick<Facet, 'keyword' | 'path'>,
  message: string,
): void {
  if (rules.decoding === 'strict') losses.add({ path, keyword, kind: 'not-strict', message })
}
