import type { JsonTypeName } from '../json-schema.js'
import { createProjection, type RootDraft } from './create-projection.js'
import { SchemaLowering } from './lower/lower-schema.js'
import { isPlainPattern, type TargetRules } from './lower/target-rules.js'
import type { Projection, ProjectionLimits } from './projection.js'
import type { Facet } from './shape/shape.js'
import { ShapeReader } from './shape/shape-reader.js'
import { SchemaBudgetError } from './source/schema-budget.js'
import { Losses } from './source/schema-loss.js'
import type { SourceDocument } from './source/source-document.js'
import { WorkBudgetError } from './source/work-budget.js'
import { getRootShape, noteAlternatives } from './write/write-root.js'

/**
 * Schemas for the `parameters` of a Gemini function declaration, the part of OpenAPI 3.0 that its `Schema` has: one
 * type each and `nullable`, no references, `enum` of strings only. A recursive schema is written out to a fixed depth.
 * An adapter leaves `parameters` out where there are no properties.
 *
 * @example
 * ```ts
 * const { tools } = projectTools(registry.descriptors(), forGemini())
 * ```
 */
export function forGemini(): Projection {
  return projection
}

/** As the documentation had them; no service was asked. */
const limits: ProjectionLimits = {
  toolName: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
  propertyName: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
}

const formats: ReadonlyMap<JsonTypeName, ReadonlySet<unknown>> = new Map([
  ['string', new Set(['date-time'])],
  ['number', new Set(['float', 'double'])],
  ['integer', new Set(['int32', 'int64'])],
])

const keywords: ReadonlyMap<JsonTypeName, ReadonlySet<string>> = new Map([
  ['string', new Set(['minLength', 'maxLength'])],
  ['number', new Set(['minimum', 'maximum'])],
  ['integer', new Set(['minimum', 'maximum'])],
  ['array', new Set(['minItems', 'maxItems'])],
  ['object', new Set(['minProperties', 'maxProperties'])],
])

const rules: TargetRules = {
  decoding: 'free',
  nulls: 'nullable',
  enums: 'strings',
  optional: 'absent',
  recursion: 'expanded',
  keeps: (type: JsonTypeName, { keyword, value }: Facet) => {
    if (keyword === 'format') return formats.get(type)?.has(value) === true
    if (keyword === 'pattern') return type === 'string' && isPlainPattern(value)
    return keywords.get(type)?.has(keyword) === true
  },
}

const projection = createProjection({ target: 'gemini', limits, write: writeExpanded })

/** Schemas that refer to many others grow with every level that is written out: then fewer are. */
function writeExpanded(document: SourceDocument, losses: Losses): RootDraft {
  for (const maxExpansions of [2, 1]) {
    const own = new Losses()
    document.work.allow(1 / 3)
    try {
      const root = writeRoot(document, own, maxExpansions)
      for (const loss of own.list()) losses.add(loss)
      return root
    } catch (error) {
      if (!(error instanceof SchemaBudgetError || error instanceof WorkBudgetError)) throw error
    }
  }
  document.work.allow(1)
  return writeRoot(document, losses, 0)
}

function writeRoot(document: SourceDocument, losses: Losses, maxExpansions: number): RootDraft {
  const reader = new ShapeReader(document)
  const { shape, alternatives } = getRootShape(reader)
  const lowering = new SchemaLowering({ reader, rules, losses, maxExpansions })
  const root = lowering.lowerRoot(shape, noteAlternatives(alternatives, losses))
  return { ...root, strict: false }
}
