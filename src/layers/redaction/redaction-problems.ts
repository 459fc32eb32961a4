import type { DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { optionProblems, toRule } from '../../errors/option-problems.js'
import type { RedactionRules } from './json-redaction.js'
import { parseRedactionPath } from './redaction-path.js'
import { TextRedaction } from './text-redaction.js'

const ruleOptions = {
  paths: toRule("a list of paths: ['lines[].card']", (value) => isListOf(value, isText)),
  patterns: toRule('a list of regular expressions', (value) => isListOf(value, isRegExp)),
}

/** Everything that is wrong with the rules of one direction. */
export function redactionProblems(
  option: 'arguments' | 'output',
  rules: unknown,
  replacement: unknown,
): DefinitionProblem[] {
  const subject = `RedactionLayer, ${option}`
  if (rules === undefined) return []
  if (typeof rules !== 'object' || rules === null || Array.isArray(rules)) {
    return [{ subject, message: 'it is not an object.', fix: 'Pass { paths?, patterns? }.' }]
  }
  const wrong = optionProblems(subject, rules, ruleOptions)
  if (wrong.length > 0) return wrong
  const { paths = [], patterns = [] } = rules as RedactionRules
  const shown = isText(replacement) ? replacement : ''
  return [
    ...paths.flatMap((path, index) => pathProblems(`${subject}.paths[${index.toString()}]`, path)),
    ...patterns.flatMap((pattern, index) =>
      patternProblems(`${subject}.patterns[${index.toString()}]`, pattern, shown),
    ),
  ]
}

function pathProblems(subject: string, path: string): DefinitionProblem[] {
  if (parseRedactionPath(path) !== undefined) return []
  const fix =
    'Write it as lines[].card, with [] for every element of a list and ["odd key"] for other keys.'
  return [{ subject: `${subject} ${quoteName(path)}`, message: 'it is not a path.', fix }]
}

function patternProblems(
  subject: string,
  pattern: RegExp,
  replacement: string,
): DefinitionProblem[] {
  const texts = new TextRedaction([pattern], '')
  if (texts.isMatch('')) {
    const fix = 'Let it match one character at least.'
    return [{ subject, message: 'it matches the empty text, so that it hides nothing.', fix }]
  }
  if (!texts.isMatch(replacement)) return []
  const fix = 'Choose another `replacement`, or a narrower pattern.'
  return [{ subject, message: 'it matches the replacement itself.', fix }]
}

function isListOf(value: unknown, is: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isRegExp(value: unknown): boolean {
  return value instanceof RegExp
}
