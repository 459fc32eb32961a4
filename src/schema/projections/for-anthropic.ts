import { basicRules } from '../../errors/basic-option-rules.js'
import { assertOptions } from '../../errors/assert-options.js'
import type { OptionRule } from '../../errors/option-problems.js'
import type { JsonTypeName } from '../json-schema.js'
import { createProjection } from './create-projection.js'
import type { TargetRules } from './lower/target-rules.js'
import type { Projection, ProjectionLimits } from './projection.js'
import type { Facet } from './shape/shape.js'
import { writeMergedRoot } from './write/write-root.js'
import { writeStrictRoot } from './write-strict-root.js'

/** How tools are described to Anthropic. */
export interface AnthropicOptions {
  /**
   * Whether decoding is held to the schema where it can be. All strict tools of a request are compiled into one
   * grammar, which can grow too large; then the whole request is refused.
   * @defaultValue `false`
   */
  readonly strict?: boolean
}

/**
 * Schemas for Anthropic (`input_schema`). The root has no combinators, references are written out, and arguments with
 * names outside `[a-zA-Z0-9_.-]{1,64}` are renamed. With `strict`, objects are closed and keywords that the grammar
 * does not know become words; where that would refuse valid arguments, the schema is sent without strict and says why.
 *
 * @throws DefinitionError naming every option that is unknown or wrong.
 * @example
 * ```ts
 * const { tools } = projectTools(registry.descriptors(), forAnthropic({ strict: true }))
 * ```
 */
export function forAnthropic(options: AnthropicOptions = {}): Projection {
  assertOptions('forAnthropic', options, optionRules)
  const { strict = false } = options
  return strict ? strictProjection : freeProjection
}

const optionRules = {
  strict: basicRules.flag,
} satisfies Record<keyof AnthropicOptions, OptionRule>

/** As the documentation had them; no service was asked. */
const freeLimits: ProjectionLimits = {
  toolName: /^[A-Za-z0-9_-]{1,128}$/,
  propertyName: /^[A-Za-z0-9_.-]{1,64}$/,
}
const strictLimits: ProjectionLimits = { ...freeLimits, strictTools: 20 }

const formats: ReadonlySet<unknown> = new Set(
  'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' '),
)

const strictRules: TargetRules = {
  decoding: 'strict',
  nulls: 'alternative',
  enums: 'bare',
  optional: 'absent',
  recursion: 'refused',
  keeps: (type: JsonTypeName, { keyword, value }: Facet) => {
    if (type === 'string') return keyword === 'format' && formats.has(value)
    return type === 'array' && keyword === 'minItems' && (value === 0 || value === 1)
  },
}

const freeProjection = createProjection({
  target: 'anthropic',
  limits: freeLimits,
  write: (document, losses) => ({ ...writeMergedRoot(document, losses), strict: false }),
})

const strictProjection = createProjection({
  target: 'anthropic strict',
  limits: strictLimits,
  lenient: freeProjection,
  write: (document, losses) => writeStrictRoot(document, losses, { strictRules, strictLimits }),
})
