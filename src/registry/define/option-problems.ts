import type { DefinitionProblem } from '../../errors/definition-error.js'
import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import { toolSources } from '../../tools/tool-source.js'

/** What one option must be. */
export interface OptionRule {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
}

/** What the options that `@Tool` and `defineTool` share must be; absent options are not looked at. */
export const commonRules = {
  server: toRule('a text', isText),
  name: toRule('a text', isText),
  title: toRule('a text', isText),
  description: toRule('a text', isText),
  mutates: toRule('true or false', isBoolean),
  // What is wrong with an effect is told together with `mutates`.
  effect: toRule('', () => true),
  wireName: toRule('a text', isText),
  groups: toRule('a list of labels of letters, digits, "_", "-" and "."', isGroups),
  source: toRule(toolSources.map((source) => `'${source}'`).join(', '), isSource),
  control: toRule('true or false', isBoolean),
  interactive: toRule('true or false', isBoolean),
  repairJsonStrings: toRule('true or false', isBoolean),
} as const satisfies Record<string, OptionRule>

/** A rule from what it expects. */
export function toRule(expected: string, accepts: (value: unknown) => boolean): OptionRule {
  return Object.freeze({ expected, accepts })
}

const limitNames: readonly string[] = ['maxBytes', 'maxDepth', 'maxValues']

/** What `limits` must be, wherever arguments are limited. */
export const limitsRule = toRule(`whole numbers above 0: ${limitNames.join(', ')}`, isLimits)

/** Every option that is unknown or not what its rule expects. */
export function optionProblems(
  subject: string,
  options: object,
  rules: Readonly<Record<string, OptionRule>>,
): DefinitionProblem[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (!Object.hasOwn(rules, name)) return [unknownOption(subject, name, Object.keys(rules))]
    const rule = rules[name]
    if (value === undefined || rule === undefined || rule.accepts(value)) return []
    const message = `the option "${name}" has a wrong value.`
    return [{ subject, message, fix: `Pass ${rule.expected}.` }]
  })
}

function unknownOption(subject: string, name: string, known: readonly string[]): DefinitionProblem {
  const near = didYouMean(nearestNames(name, known)).trimStart()
  return {
    subject,
    message: `there is no option ${quoteName(name)}.`,
    fix: near === '' ? `Known: ${known.join(', ')}.` : near,
  }
}

function isLimits(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.entries(value).every(([name, limit]) => isLimit(name, limit))
}

function isLimit(name: string, limit: unknown): boolean {
  const isAbove0 = typeof limit === 'number' && Number.isInteger(limit) && limit > 0
  return limitNames.includes(name) && (limit === undefined || isAbove0)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}

function isSource(value: unknown): boolean {
  return toolSources.some((source) => source === value)
}

function isGroups(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((label) => typeof label === 'string' && /^[A-Za-z0-9][\w.-]*$/.test(label))
  )
}
