import type { Draft } from '../rewrite/draft.js'
import { joinSentences } from '../write/join-sentences.js'
import type { SourceDocument } from '../source/source-document.js'
import { stepsOf } from '../source/work-budget.js'
import type { Lowering } from './lowering.js'
import type { TargetRules } from './target-rules.js'

/** One way to be valid: a schema for one type or reference, and what is said about it in words. */
export interface Variant {
  readonly schema: Draft
  readonly notes: readonly string[]
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** Variants, whether null is one more, and what is said of all of them. */
export interface Variants {
  readonly variants: readonly Variant[]
  readonly nullable: boolean
  readonly words: Omit<Variant, 'schema'>
}

/** One schema for all variants, as the target says alternatives and null. */
export function joinVariants(
  { variants, nullable, words }: Variants,
  { rules: { nulls }, reader }: Pick<Lowering, 'rules' | 'reader'>,
): Draft {
  const [only, ...others] = distinct(variants, reader.document)
  if (only === undefined)
    return withWords(nulls === 'nullable' ? { nullable: true } : nullType, words)
  if (others.length > 0)
    return withWords(union([only, ...others], nullable ? nulls : 'none'), words)
  return withWords(nullable ? withNull(only.schema, nulls) : only.schema, {
    title: words.title ?? only.title,
    description: words.description ?? only.description,
    notes: [...words.notes, ...only.notes],
  })
}

function union(variants: readonly Variant[], nulls: TargetRules['nulls'] | 'none'): Draft {
  const drafts = variants.map((variant) => withWords(variant.schema, variant))
  if (nulls === 'none') return { anyOf: drafts }
  return nulls === 'nullable' ? { anyOf: drafts, nullable: true } : { anyOf: [...drafts, nullType] }
}

const nullType: Draft = { type: 'null' }

const scalars: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean'])

function withNull(schema: Draft, nulls: TargetRules['nulls']): Draft {
  if (nulls === 'nullable') return { ...schema, nullable: true }
  const { type } = schema
  if (nulls === 'alternative' || !scalars.has(type)) return { anyOf: [schema, nullType] }
  const values = schema['enum']
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  }
}

function withWords(schema: Draft, { title, description, notes }: Omit<Variant, 'schema'>): Draft {
  const text = joinSentences([description ?? '', ...notes])
  return {
    ...schema,
    ...(title !== undefined && { title }),
    ...(text !== '' && { description: text }),
  }
}

function distinct(variants: readonly Variant[], { work }: SourceDocument): readonly Variant[] {
  if (variants.length < 2) return variants
  const known = new Map<string, Variant>()
  for (const variant of variants) {
    const key = JSON.stringify(withWords(variant.schema, variant))
    work.spend(stepsOf(key.length))
    if (!known.has(key)) known.set(key, variant)
  }
  return [...known.values()]
}
