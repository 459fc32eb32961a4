import type { AdmitLimits } from '../arguments/input/admit-limits.js'
import { DefinitionError, type DefinitionProblem } from '../errors/definition-error.js'
import { didYouMean, nearestNames } from '../errors/nearest-names.js'
import { quoteName } from '../errors/quoted-name.js'
import type { ToolEventSink } from '../tools/tool-event.js'

/** How a container's tools are discovered and called. */
export interface DiscoverOptions {
  /** Receives the events of every call; what it throws is dropped. */
  readonly sink?: ToolEventSink | undefined
  /**
   * Makes instances with `container.getAsync`, for tools whose services are made asynchronously.
   * @defaultValue `false`
   */
  readonly asyncBindings?: boolean | undefined
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
}

interface OptionRule {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
}

const flag: OptionRule = {
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
}
const limitNames: readonly string[] = ['maxBytes', 'maxDepth', 'maxValues']

const rules = new Map<string, OptionRule>(
  Object.entries({
    sink: { expected: 'a function', accepts: (value) => typeof value === 'function' },
    asyncBindings: flag,
    ambientContext: flag,
    optionalNull: {
      expected: "'refuse', 'absent' or 'keep'",
      accepts: (value) => value === 'refuse' || value === 'absent' || value === 'keep',
    },
    limits: {
      expected: `an object of whole numbers above 0 (${limitNames.join(', ')})`,
      accepts: isLimits,
    },
    repairJsonStrings: flag,
  } satisfies Record<keyof DiscoverOptions, OptionRule>),
)

/** @throws DefinitionError naming every option that is unknown or wrong. */
export function assertDiscoverOptions(options: DiscoverOptions): void {
  const problems = isObject(options)
    ? Object.entries(options).flatMap(([name, value]) => optionProblems(name, value))
    : [toProblem('the options are not an object.', 'Pass { … } or leave them out.')]
  if (problems.length > 0) throw new DefinitionError(problems)
}

function optionProblems(name: string, value: unknown): DefinitionProblem[] {
  const rule = rules.get(name)
  if (rule === undefined) {
    const hint = didYouMean(nearestNames(name, rules.keys()))
    return [
      toProblem(
        `there is no option ${quoteName(name)}.${hint}`,
        `Known: ${[...rules.keys()].join(', ')}.`,
      ),
    ]
  }
  if (value === undefined || rule.accepts(value)) return []
  return [toProblem(`the option ${quoteName(name)} has a wrong value.`, `Pass ${rule.expected}.`)]
}

function isLimits(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(([name, limit]) => limitNames.includes(name) && isLimit(limit))
}

function isLimit(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isInteger(value) && value > 0)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toProblem(message: string, fix: string): DefinitionProblem {
  return { subject: 'discoverTools', message, fix }
}
