import { basicRules } from '../../errors/basic-option-rules.js'
import { assertOptions } from '../../errors/assert-options.js'
import type { OptionRule } from '../../errors/option-problems.js'
import type { JsonTypeName } from '../json-schema.js'
import { createProjection } from './create-projection.js'
import { isPlainPattern, type TargetRules } from './lower/target-rules.js'
import { writeStrictRoot } from './write-strict-root.js'
import type { Projection, ProjectionLimits } from './projection.js'
import type { Facet } from './shape/shape.js'
import { writeMergedRoot } from './write/write-root.js'

/** How tools are described to OpenAI. */
export interface OpenAiOptions {
  /**
   * Whether decoding is held to the schema where it can be. A schema outside the strict subset is sent without.
   * @defaultValue `false`
   */
  readonly strict?: boolean
}

/**
 * Schemas for OpenAI (Chat Completions and Responses). The root has no combinators, references are written out. With
 * `strict`, every property is required, optional ones take null, and keywords outside the strict subset become words;
 * where that would refuse valid arguments, the schema is sent without strict and says why.
 *
 * @throws DefinitionError naming every option that is unknown or wrong.
 * @example
 * ```ts
 * const { tools } = projectTools(registry.descriptors(), forOpenAi({ strict: true }))
 * ```
 */
export function forOpenAi(options: OpenAiOptions = {}): Projection {
  assertOptions('forOpenAi', options, optionRules)
  const { strict = false } = options
  return strict ? strictProjection : freeProjection
}

const optionRules = {
  strict: basicRules.flag,
} satisfies Record<keyof OpenAiOptions, OptionRule>

/** The sizes come from a third-party copy of the guide to structured outputs; no service was asked. */
const freeLimits: ProjectionLimits = { toolName: /^[A-Za-z0-9_-]{1,64}$/, tools: 128 }
const strictLimits: ProjectionLimits = {
  ...freeLimits,
  properties: 5000,
  depth: 10,
  enumValues: 1000,
  characters: 120_000,
}

const formats: ReadonlySet<unknown> = new Set(
  'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '),
)

const keywords: ReadonlyMap<JsonTypeName, ReadonlySet<string>> = new Map(
  Object.entries({
    integer: 'multipleOf minimum maximum exclusiveMinimum exclusiveMaximum',
    number: 'multipleOf minimum maximum exclusiveMinimum exclusiveMaximum',
    array: 'minItems maxItems',
  }).map(([type, list]) => [type as JsonTypeName, new Set(list.split(' '))]),
)

const strictRules: TargetRules = {
  decoding: 'strict',
  nulls: 'listed',
  enums: 'typed',
  optional: 'nullable',
  recursion: 'references',
  keeps: (type: JsonTypeName, { keyword, value }: Facet) => {
    if (type !== 'string') return keywords.get(type)?.has(keyword) === true
    if (keyword === 'format') return formats.has(value)
    return keyword === 'pattern' && isPlainPattern(value)
  },
}

const freeProjection = createProjection({
  target: 'openai',
  limits: freeLimits,
  write: (document, losses) => ({ ...writeMergedRoot(document, losses), strict: false }),
})

const strictProjection = createProjection({
  target: 'openai strict',
  limits: strictLimits,
  lenient: freeProjection,
  write: (document, losses) => writeStrictRoot(document, losses, { strictRules, strictLimits }),
})
