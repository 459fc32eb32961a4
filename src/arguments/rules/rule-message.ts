import type { ValidationArguments } from 'class-validator'

import type { Rule } from './class-validator-rules.js'

type MessageText = string | ((args: ValidationArguments) => string) | undefined

/**
 * The message of a rule that refused the value at `path`: the author's, else class-validator's, with the path in it.
 * The functions behind it see the constraints only, so that no message can hold the received value.
 */
export function wordRule(rule: Rule, path: string): string {
  const text = findText(rule).replace(/^each value in /, '')
  const words = fillTokens(text, rule, path)
  const message = text.includes('$property') ? words : `${path}: ${words}`
  return message.endsWith('.') ? message : `${message}.`
}

function findText(rule: Rule): string {
  return ownWording(rule) ?? wordByAuthor(rule) ?? wordByDefault(rule) ?? '$property is not valid'
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

function fillTokens(text: string, rule: Rule, path: string): string {
  return text.replace(/\$(constraint\d+|property|value|target)/g, (token, name: string) => {
    if (name === 'property') return path
    if (name === 'value') return 'the value'
    if (name === 'target') return 'the arguments'
    const position = Number(name.slice('constraint'.length)) - 1
    return position in rule.constraints ? wordConstraint(rule.constraints[position]) : token
  })
}

function wordConstraint(constraint: unknown): string {
  if (Array.isArray(constraint)) return constraint.map(wordConstraint).join(', ')
  if (typeof constraint === 'symbol') return constraint.description ?? 'a symbol'
  return String(constraint)
}
