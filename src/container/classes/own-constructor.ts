import { classChain } from '../../metadata/property-metadata.js'
import type { Constructor } from '../../tools/constructor.js'
import { textAt, tokenize, type Token } from './source-tokens.js'

/** The class whose constructor runs with the parameters that Inversify passes. */
export function constructorOwner(toolClass: Constructor): Constructor {
  return classChain(toolClass).find(hasOwnConstructor) ?? toolClass
}

/** True for a class of the language itself, `Object` or `Map`, whose parameters are no services. */
export function isBuiltIn(target: Constructor): boolean {
  return (
    Reflect.get(globalThis, target.name) === target && /\[native code\]\s*\}$/.test(textOf(target))
  )
}

/**
 * Only the source text tells a written `constructor()` from an implied one: both take no parameters. One that uses
 * a rest parameter, as compilers add it to initialise fields, passes on what it gets, and it gets nothing. A text that
 * cannot be read counts as implied, which is reported where the base needs services.
 */
function hasOwnConstructor(target: Constructor): boolean {
  if (target.length > 0 || isBase(target)) return true
  const tokens = tokenize(textOf(target))
  const written =
    tokens !== undefined && textAt(tokens, 0) === 'class'
      ? findConstructor(tokens, bodyStart(tokens))
      : undefined
  return written !== undefined && !passesOn(written)
}

function isBase(target: Constructor): boolean {
  return Object.getPrototypeOf(target) === Function.prototype
}

function textOf(target: Constructor): string {
  return Function.prototype.toString.call(target)
}

/** The text of a class ends with its body, whatever braces its `extends` holds. */
function bodyStart(tokens: readonly Token[]): number {
  return tokens.findLastIndex(({ text, depth }) => text === '{' && depth === 0)
}

interface WrittenConstructor {
  readonly parameters: readonly Token[]
  readonly body: readonly Token[]
  /** The position behind its body. */
  readonly end: number
}

function findConstructor(tokens: readonly Token[], from: number): WrittenConstructor | undefined {
  const positions = tokens.slice(from).map((_, index) => from + index)
  const members = positions.filter((position) => tokens[position]?.depth === 1)
  return members
    .map((position) => constructorAt(tokens, position))
    .find((found) => found !== undefined)
}

const names: readonly string[] = ['constructor', '"constructor"', "'constructor'"]
const modifiers: readonly string[] = ['static', 'get', 'set', 'async', '*', '.', '?.']

/** A method of that name; a call of it has no braces behind its parameters. */
function constructorAt(tokens: readonly Token[], position: number): WrittenConstructor | undefined {
  if (!names.includes(textAt(tokens, position))) return undefined
  if (modifiers.includes(textAt(tokens, position - 1))) return undefined
  if (textAt(tokens, position + 1) !== '(') return undefined
  const close = closingOf(tokens, position + 1)
  if (textAt(tokens, close + 1) !== '{') return undefined
  const end = closingOf(tokens, close + 1)
  const parameters = tokens.slice(position + 2, close)
  return { parameters, body: tokens.slice(close + 2, end), end: end + 1 }
}

function closingOf(tokens: readonly Token[], opening: number): number {
  const depth = tokens[opening]?.depth
  return tokens.findIndex((token, index) => index > opening && token.depth === depth)
}

function passesOn({ parameters, body }: WrittenConstructor): boolean {
  const rest = parameters.findIndex(({ text }) => text === '...')
  const restNames = rest === -1 ? [] : parameters.slice(rest + 1).map(({ text }) => text)
  const own = withoutConstructors(body)
  const isRest = ({ text }: Token): boolean =>
    /^[\w$\\\u0080-\uffff]/.test(text) && restNames.includes(text)
  return own.some(isRest) || superParameters(own).some(({ text }) => text === 'arguments')
}

/** What runs in the constructor itself, not in that of a class it declares. */
function withoutConstructors(body: readonly Token[]): readonly Token[] {
  const nested = body.flatMap((_, position) => {
    const found = constructorAt(body, position)
    return found === undefined ? [] : [{ from: position, to: found.end }]
  })
  return body.filter((_, index) => !nested.some(({ from, to }) => index >= from && index < to))
}

function superParameters(body: readonly Token[]): readonly Token[] {
  const start = body.findIndex(
    ({ text }, index) => text === 'super' && textAt(body, index + 1) === '(',
  )
  return start === -1 ? [] : body.slice(start + 2, closingOf(body, start + 1))
}
