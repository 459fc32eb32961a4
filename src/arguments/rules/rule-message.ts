import type { ValidationArguments } from 'class-validator'

import type { Rule } from './class-validator-rules.js'

type MessageText = string | ((args: ValidationArguments) => string) | undefined

/** Texts shorter than this say nothing, and stand in many messages by chance. */
const echoLength = 4

/**
 * The message of a rule that refused the value at `path`: the author's, else class-validator's, with the path in it.
 * The functions behind it see the constraints only; a text that holds the value all the same, because a constraint
 * class kept it, is not used.
 */
export function wordRule(rule: Rule, path: string, value: unknown): string {
  const template = templateOf(rule, findTemplate(rule, value))
  const words = template.parts.reduce(
    (text, part, place) => text + (place % 2 === 0 ? part : fillToken(part, rule, path)),
  )
  const message = template.namesProperty ? words : `${path}: ${words}`
  return message.endsWith('.') ? message : `${message}.`
}

/** A text with tokens in it, taken apart. */
interface Template {
  readonly text: string
  /** Texts, and between each two of them the name of a token. */
  readonly parts: readonly string[]
  readonly namesProperty: boolean
}

const templates = new WeakMap<Rule, Template>()

/** A rule has one text, unless its author words each refusal anew. */
function templateOf(rule: Rule, text: string): Template {
  const known = templates.get(rule)
  if (known?.text === text) return known
  const parts = text.replace(/^each value in /, '').split(tokens)
  const template = { text, parts, namesProperty: text.includes('$property') }
  templates.set(rule, template)
  return template
}

const tokens = /\$(constraint\d+|property|value|target)/

function findTemplate(rule: Rule, value: unknown): string {
  for (const word of wordings) {
    const text = word(rule)
    if (text !== undefined && !holdsValue(text, value)) return text
  }
  return '$property is not valid'
}

const wordings = [ownWording, wordByAuthor, wordByDefault] as const

function holdsValue(text: string, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const shown = String(value)
  return shown.length >= echoLength && text.includes(shown)
}

/** class-validator words a length by the value it got, which is not shown to it here. */
function ownWording(rule: Rule): string | undefined {
  if (rule.name !== 'isLength' || isWordedByAuthor(rule)) return undefined
  const [min, max] = rule.constraints
  if (typeof min !== 'number' || typeof max !== 'number') return undefined
  return `$property must have ${min.toString()} to ${max.toString()} characters`
}

function isWordedByAuthor(rule: Rule): boolean {
  return Boolean(rule.record.message)
}

function wordByAuthor(rule: Rule): string | undefined {
  return callMessage(rule.record.message, rule)
}

function wordByDefault(rule: Rule): string | undefined {
  const validator = rule.validators[0]
  return callMessage(validator?.defaultMessage?.bind(validator), rule)
}

/** The text of a message; undefined for none, and for a function that needs the value and throws. */
function callMessage(message: MessageText, rule: Rule): string | undefined {
  if (typeof message !== 'function') return message === '' ? undefined : message
  try {
    const text: unknown = message(maskedArguments(rule))
    return typeof text === 'string' && text !== '' ? text : undefined
  } catch {
    return undefined
  }
}

function maskedArguments(rule: Rule): ValidationArguments {
  return {
    value: undefined,
    object: {},
    property: '$property',
    targetName: '$target',
    constraints: [...rule.constraints],
  }
}

function fillToken(name: string, rule: Rule, path: string): string {
  if (name === 'property') return path
  if (name === 'value') return 'the value'
  if (name === 'target') return 'the arguments'
  const position = Number(name.slice('constraint'.length)) - 1
  return position in rule.constraints ? wordConstraint(rule.constraints[position]) : `$${name}`
}

function wordConstraint(constraint: unknown): string {
  if (Array.isArray(constraint)) return constraint.map(wordConstraint).join(', ')
  if (typeof constraint === 'symbol') return constraint.description ?? 'a symbol'
  try {
    return String(constraint)
  } catch {
    return 'an object'
  }
}
