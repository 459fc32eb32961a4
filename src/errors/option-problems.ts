import type { DefinitionProblem } from './definition-error.js'
import { didYouMean, nearestNames } from './nearest-names.js'
import { quoteName } from './quoted-name.js'

/** What one option must be. */
export interface OptionRule {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
}

/** A rule from what it expects. */
export function toRule(expected: string, accepts: (value: unknown) => boolean): OptionRule {
  return Object.freeze({ expected, accepts })
}

/** Every option that is unknown or not what its rule expects; absent options are not looked at. */
export function optionProblems(
  subject: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
): DefinitionProblem[] {
  if (!isOptions(options)) return [notAnObject(subject)]
  const read = tryRead(options, Object.keys(rules))
  if (read === undefined) return [unreadable(subject)]
  return read.flatMap(([name, value]) => {
    if (!Object.hasOwn(rules, name)) return [unknownOption(subject, name, Object.keys(rules))]
    const rule = rules[name]
    if (value === undefined || rule === undefined || rule.accepts(value)) return []
    const message = `the option "${name}" has a wrong value.`
    return [{ subject, message, fix: `Pass ${rule.expected}.` }]
  })
}

function isOptions(options: unknown): options is object {
  return typeof options === 'object' && options !== null && !Array.isArray(options)
}

function notAnObject(subject: string): DefinitionProblem {
  return {
    subject,
    message: 'the options are not an object.',
    fix: 'Pass { … } or leave them out.',
  }
}

/** Undefined where a getter or a Proxy throws: what it throws may quote what it holds. */
function tryRead(
  options: object,
  known: readonly string[],
): readonly [string, unknown][] | undefined {
  try {
    return readOptions(options, known)
  } catch {
    return undefined
  }
}

function unreadable(subject: string): DefinitionProblem {
  const message = 'an option throws when it is read.'
  return { subject, message, fix: 'Pass an object with plain values.' }
}

/** Own options, and inherited ones that are known: an instance of a class is read like any object. */
function readOptions(options: object, known: readonly string[]): readonly [string, unknown][] {
  const inherited = known.filter((name) => name in options && !Object.hasOwn(options, name))
  return [
    ...Object.entries(options),
    ...inherited.map((name): [string, unknown] => [name, Reflect.get(options, name)]),
  ]
}

function unknownOption(subject: string, name: string, known: readonly string[]): DefinitionProblem {
  const near = didYouMean(nearestNames(name, known)).trimStart()
  return {
    subject,
    message: `there is no option ${quoteName(name)}.`,
    fix: near === '' ? `Known: ${known.join(', ')}.` : near,
  }
}
