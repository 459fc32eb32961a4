import type { RootDraft } from './create-projection.js'
import { stripAddedNulls } from './from-model/strip-added-nulls.js'
import { SchemaLowering } from './lower/lower-schema.js'
import type { TargetRules } from './lower/target-rules.js'
import { findExcesses } from './measure-schema.js'
import type { ProjectionLimits } from './projection.js'
import { ShapeReader } from './shape/shape-reader.js'
import { JsonSchemaError } from '../json-schema-error.js'
import { Losses } from './source/schema-loss.js'
import type { SourceDocument } from './source/source-document.js'
import { getRootShape, noteAlternatives, writeMergedRoot } from './write/write-root.js'

/** What a target asks for strict decoding. */
export interface StrictTarget {
  readonly strictRules: TargetRules
  readonly strictLimits: ProjectionLimits
}

/**
 * A root that decoding can be held to; without strict, and with the reasons among the losses, where the strict subset
 * cannot say what the source says.
 */
export function writeStrictRoot(
  document: SourceDocument,
  losses: Losses,
  target: StrictTarget,
): RootDraft {
  const own = new Losses()
  document.work.allow(1 / 2)
  const strict = findStrictRoot(document, own, target)
  document.work.allow(1)
  if (strict === undefined) {
    for (const loss of own.list()) if (loss.kind === 'not-strict') losses.add(loss)
    return { ...writeMergedRoot(document, losses), strict: false }
  }
  for (const loss of own.list()) losses.add(loss)
  return strict
}

function findStrictRoot(
  document: SourceDocument,
  losses: Losses,
  { strictRules: rules, strictLimits }: StrictTarget,
): RootDraft | undefined {
  const reader = new ShapeReader(document)
  const { shape, alternatives } = getRootShape(reader)
  const lowering = new SchemaLowering({ reader, rules, losses, maxExpansions: 0 })
  try {
    const root = lowering.lowerRoot(shape, noteAlternatives(alternatives, losses))
    for (const message of findExcesses(root.schema, strictLimits))
      losses.add({ path: '', keyword: 'type', kind: 'not-strict', message })
    if (losses.list().some(({ kind }) => kind === 'not-strict')) return undefined
    const fromModel =
      rules.optional === 'nullable'
        ? { fromModel: (input: unknown) => stripAddedNulls(input, shape, reader) }
        : {}
    return { ...root, ...fromModel, strict: true }
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error
    losses.add({ path: '', keyword: '$ref', kind: 'not-strict', message: error.message })
    return undefined
  }
}
