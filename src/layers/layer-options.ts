import { DefinitionError, type DefinitionProblem } from '../errors/definition-error.js'
import { basicRules } from '../errors/basic-option-rules.js'
import { optionProblems, toRule, type OptionRule } from '../errors/option-problems.js'
import type { LayerClock } from './layer-clock.js'

/** What every layer of this package takes. */
export interface LayerNameOption {
  /**
   * Stands in errors and in `layerNames`. Needed where a registry has two layers of one kind.
   * @defaultValue the name of the kind
   */
  readonly name?: string | undefined
}

/** Rules of options that several layers take. */
export const layerRules = {
  ...basicRules,
  clock: toRule('an object with now() and sleep(ms, signal)', isClock),
} as const satisfies Record<string, OptionRule>

/** How the options of one layer are held to its rules. */
export interface OptionCheck {
  /** Who is constructed, for messages. */
  readonly subject: string
  readonly rules: Readonly<Record<string, OptionRule>>
  /** Options that may not be left out. */
  readonly required?: readonly string[]
  /** What else is wrong. */
  readonly problems?: readonly DefinitionProblem[]
}

/** @throws DefinitionError with everything that is wrong with the options of a layer. */
export function assertLayerOptions(options: unknown, check: OptionCheck): void {
  const problems = [...ownProblems(options, check), ...(check.problems ?? [])]
  if (problems.length > 0) throw new DefinitionError(problems)
}

function ownProblems(
  options: unknown,
  { subject, rules, required = [] }: OptionCheck,
): DefinitionProblem[] {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const message = 'the options are not an object.'
    return [{ subject, message, fix: `Known: ${Object.keys(rules).join(', ')}.` }]
  }
  const missing = required.filter((name) => Reflect.get(options, name) === undefined)
  return [
    ...missing.map((name) => missingOption(subject, name, rules)),
    ...optionProblems(subject, options, rules),
  ]
}

function missingOption(
  subject: string,
  name: string,
  rules: OptionCheck['rules'],
): DefinitionProblem {
  const expected = rules[name]?.expected ?? 'it'
  return { subject, message: `the option "${name}" is missing.`, fix: `Pass ${expected}.` }
}

function isClock(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { now, sleep } = value as Partial<LayerClock>
  return typeof now === 'function' && typeof sleep === 'function'
}
