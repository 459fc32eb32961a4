import { toRule, type OptionRule } from './option-problems.js'

const isText = (value: unknown): boolean => typeof value === 'string'
const isDuration = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value < Infinity

/** Rules of options that many rooms take, so that one kind of option is refused in one way everywhere. */
export const basicRules = {
  name: toRule(
    'a text with something in it',
    (value) => typeof value === 'string' && value.trim() !== '',
  ),
  text: toRule('a text', isText),
  flag: toRule('true or false', (value) => typeof value === 'boolean'),
  callable: toRule('a function', (value) => typeof value === 'function'),
  object: toRule(
    'an object',
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ),
  count: toRule(
    'a whole number above 0',
    (value) => Number.isSafeInteger(value) && (value as number) > 0,
  ),
  durationMs: toRule('a number of milliseconds, 0 or more', isDuration),
  positiveMs: toRule(
    'a number of milliseconds above 0',
    (value) => isDuration(value) && value !== 0,
  ),
} as const

/** The rule of an option that is one of a few words. */
export function oneOf(...words: readonly string[]): OptionRule {
  const quoted = words.map((word) => `'${word}'`)
  const expected = `${quoted.slice(0, -1).join(', ')} or ${String(quoted.at(-1))}`
  return toRule(expected, (value) => words.some((word) => word === value))
}
