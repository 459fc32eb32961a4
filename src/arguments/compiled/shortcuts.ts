import type { Rule } from '../rules/class-validator-rules.js'
import { ownConstraints } from '../translation/rule-schemas.js'
import type { Program } from './program.js'
import { sourceOf } from './rule-source.js'

/** What to ask of a value in place of its rule. */
export interface Shortcut {
  /** An expression that is true only of what the rule, and what is stricter than it, accept. */
  readonly text: string
  /** False where the rule may accept more, so that it is asked where the answer is no. */
  readonly isWhole: boolean
}

type Writer = (
  value: string,
  constraints: readonly unknown[],
  program: Program,
) => string | undefined

/** Of a JSON value, these say what the rule says. */
const whole: Readonly<Record<string, Writer>> = {
  isString: (value) => `typeof ${value} === "string"`,
  isBoolean: (value) => `typeof ${value} === "boolean"`,
  isNumber: (value, [options]) => (isEmpty(options) ? `typeof ${value} === "number"` : undefined),
  isArray: (value) => `Array.isArray(${value})`,
  isObject: (value) =>
    `typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value})`,
  min: (value, [min], program) => writeLimit(value, '>=', program.numberConstant(min)),
  max: (value, [max], program) => writeLimit(value, '<=', program.numberConstant(max)),
  isIn: (value, [values], program) =>
    Array.isArray(values) ? `${program.constant(values)}.includes(${value})` : undefined,
}

const partial: Readonly<Record<string, Writer>> = {
  isLength: (value, [min, max], program) => writeLength(value, [min, max], program),
  minLength: (value, [min], program) => writeLength(value, [min, Number.MAX_VALUE], program),
  maxLength: (value, [max], program) => writeLength(value, [0, max], program),
}

/** The shortcut of a rule for a value of this name; undefined for a rule without one, and for a user's own. */
export function findShortcut(rule: Rule, value: string, program: Program): Shortcut | undefined {
  const isWhole = Object.hasOwn(whole, rule.name)
  const writers = isWhole ? whole : partial
  const write = Object.hasOwn(writers, rule.name) ? writers[rule.name] : undefined
  if (write === undefined || !isOwnCode(rule)) return undefined
  const text = write(value, rule.constraints, program)
  return text === undefined ? undefined : { text, isWhole }
}

/** True for the very function that class-validator's decorator of that name registers. */
function isOwnCode({ name, validators }: Rule): boolean {
  const known = ownSources(name)
  return validators.every((validator) => {
    const source = sourceOf(validator)
    return source !== undefined && known.has(source)
  })
}

const sources = new Map<string, ReadonlySet<string>>()

function ownSources(name: string): ReadonlySet<string> {
  const found = sources.get(name)
  if (found !== undefined) return found
  const known = new Set(ownConstraints(name).flatMap((constraint) => sourceOf(constraint) ?? []))
  sources.set(name, known)
  return known
}

function isEmpty(options: unknown): boolean {
  return typeof options === 'object' && options !== null && Object.keys(options).length === 0
}

function writeLimit(
  value: string,
  operator: '<=' | '>=',
  limit: string | undefined,
): string | undefined {
  if (limit === undefined) return undefined
  return `typeof ${value} === "number" && ${value} ${operator} ${limit}`
}

function writeLength(
  value: string,
  [min, max]: readonly [unknown, unknown],
  program: Program,
): string | undefined {
  const [least, most] = [program.numberConstant(min), program.numberConstant(max)]
  if (least === undefined || most === undefined) return undefined
  return `isSurelyAsLong(${value}, ${least}, ${most})`
}

/**
 * True for a text that has this many characters however they are counted: class-validator does not count the second half
 * of a pair nor a variation selector, and the units before the first of these are counted by everybody.
 */
export function isSurelyAsLong(text: unknown, min: number, max: number): boolean {
  if (typeof text !== 'string' || text.length < min || text.length > max) return false
  for (let place = 0; place < min; place += 1)
    if (text.charCodeAt(place) >= firstSurrogate) return false
  return true
}

const firstSurrogate = 0xd800
