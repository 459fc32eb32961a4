import { basicRules, oneOf } from '../../errors/basic-option-rules.js'
import type { AdmitLimits } from '../../arguments/input/admit-limits.js'
import { toRule, type OptionRule } from '../../errors/option-problems.js'
import { limitsRule } from '../../registry/define/common-rules.js'
import type { ToolEventSink } from '../../tools/tool-event.js'
import type { FactsOption } from './read-facts.js'

/** How tools that are classes are read and called, whatever container makes their instances. */
export interface ClassToolOptions {
  /** Receives the events of every call; what it throws is dropped. */
  readonly sink?: ToolEventSink | undefined
  /**
   * Lets `ToolContext.current()` work inside calls. On Node 20 the storage it needs slows every await of the process.
   * @defaultValue `true`
   */
  readonly ambientContext?: boolean | undefined
  /**
   * What `null` means for an `@IsOptional()` argument without `@Nullable()`: it is refused, counts as absent,
   * or is kept.
   * @defaultValue `'refuse'`
   */
  readonly optionalNull?: 'refuse' | 'absent' | 'keep' | undefined
  /**
   * How large arguments may be.
   * @defaultValue 1 MiB of text, 64 levels, 100 000 values
   */
  readonly limits?: Partial<AdmitLimits> | undefined
  /**
   * Takes a JSON text for an argument that is declared as an object or array, in tools that do not mutate.
   * @defaultValue `false`
   */
  readonly repairJsonStrings?: boolean | undefined
  /**
   * What `tallystick types` read from the TypeScript types, as the content of its file or the place of it. Comments
   * describe tools and arguments that say nothing themselves, and a body without `output` is held to the type it returns.
   * A path starts at the working directory; `new URL('…', import.meta.url)` starts at the module.
   */
  readonly facts?: FactsOption | undefined
}

/** What the options must be. */
export const classToolRules = {
  sink: basicRules.callable,
  ambientContext: basicRules.flag,
  optionalNull: oneOf('refuse', 'absent', 'keep'),
  limits: limitsRule,
  repairJsonStrings: basicRules.flag,
  facts: toRule(
    'the content of the file that `tallystick types` writes, or its path or URL',
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  ),
} satisfies Record<keyof ClassToolOptions, OptionRule>
