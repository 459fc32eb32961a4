import { types } from 'node:util'

import { joinPath } from '../errors/argument-path.js'
import type { Issue } from '../errors/issue.js'
import type { JsonValue } from './json.js'

/** The deepest nesting of an output. */
const maxOutputDepth = 1000

/** What became of an output. */
export type JsonOutput =
  | { readonly status: 'json'; readonly value: JsonValue }
  | { readonly status: 'refused'; readonly issue: Issue; readonly cause?: unknown }

/**
 * A fresh JSON copy of what a body returned. It is read as `JSON.stringify` reads it (`toJSON` counts, undefined members
 * are left out, undefined elements and an undefined whole are null, a Date is its ISO text), but what that would drop
 * or distort is refused: functions, symbols, bigints, NaN, Map, Set, Promise, binary data, errors, cycles.
 */
export function toJsonOutput(output: unknown): JsonOutput {
  if (isText(output)) return { status: 'json', value: output }
  const copying = new OutputCopy()
  try {
    return { status: 'json', value: copying.copy(output, '') ?? null }
  } catch (thrown) {
    if (thrown instanceof NotJson) return refusal(copying.path, thrown.found)
    return { ...refusal(copying.path, 'something that throws when it is read'), cause: thrown }
  }
}

function isText(output: unknown): output is string {
  return typeof output === 'string'
}

/** Thrown inside a copy only. What was found is named by its kind, never by its value. */
class NotJson extends Error {
  constructor(readonly found: string) {
    super(found)
  }
}

class OutputCopy {
  readonly #open = new Set<object>()
  readonly #keys: (string | number)[] = []

  /** Where the copy is, or failed. */
  get path(): string {
    return this.#keys.length > maxOutputDepth / 2 ? '' : this.#keys.reduce<string>(joinPath, '')
  }

  /** The copy; undefined for undefined, which each place treats in its own way. */
  copy(value: unknown, key: string): JsonValue | undefined {
    const plain = unwrap(value, key)
    if (typeof plain !== 'object' || plain === null) return copyPrimitive(plain)
    if (this.#open.has(plain)) throw new NotJson('a cycle')
    if (this.#open.size >= maxOutputDepth) throw new NotJson('more than 1000 levels of nesting')
    this.#open.add(plain)
    const copy = Array.isArray(plain) ? this.#copyArray(plain) : this.#copyMembers(plain)
    this.#open.delete(plain)
    return copy
  }

  #copyArray(elements: readonly unknown[]): JsonValue {
    const copy: JsonValue[] = []
    for (let index = 0; index < elements.length; index += 1) {
      this.#keys.push(index)
      copy.push(this.copy(elements[index], index.toString()) ?? null)
      this.#keys.pop()
    }
    return copy
  }

  #copyMembers(members: object): JsonValue {
    const copy: Record<string, JsonValue> = {}
    for (const key of Object.keys(members)) {
      this.#keys.push(key)
      const member = this.copy(Reflect.get(members, key), key)
      if (member !== undefined) setOwn(copy, key, member)
      this.#keys.pop()
    }
    return copy
  }
}

/** What a value stands for: the result of its `toJSON`, a Date's text, a boxed primitive's value; else itself. */
function unwrap(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || types.isDate(value)) return unwrapOnce(value)
  if (types.isArrayBufferView(value)) throw new NotJson('binary data')
  const { toJSON } = value as { readonly toJSON?: unknown }
  return unwrapOnce(typeof toJSON === 'function' ? toJSON.call(value, key) : value)
}

function unwrapOnce(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (types.isDate(value)) return dateText(value)
  if (types.isBoxedPrimitive(value)) return value.valueOf()
  const kind = refusedKinds.find(({ is }) => is(value))
  if (kind !== undefined) throw new NotJson(kind.found)
  return value
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new NotJson('an invalid Date')
  return date.toISOString()
}

function copyPrimitive(value: unknown): JsonValue | undefined {
  if (value === null || value === undefined) return value
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'number') throw new NotJson(`a ${typeof value}`)
  if (!Number.isFinite(value)) throw new NotJson('a number that is not finite')
  return value === 0 ? 0 : value
}

/** An own `__proto__` stays a member; assigned, it would change the prototype of the copy. */
function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') {
    target[key] = value
    return
  }
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}

const refusedKinds: readonly { readonly found: string; readonly is: (value: object) => boolean }[] =
  [
    { found: 'a Map', is: types.isMap },
    { found: 'a Set', is: types.isSet },
    { found: 'a Promise', is: types.isPromise },
    { found: 'an Error', is: (value) => types.isNativeError(value) },
    { found: 'a RegExp', is: types.isRegExp },
    { found: 'a WeakMap', is: types.isWeakMap },
    { found: 'a WeakSet', is: types.isWeakSet },
    { found: 'an iterator', is: types.isGeneratorObject },
    {
      found: 'binary data',
      is: (value) => types.isAnyArrayBuffer(value) || types.isArrayBufferView(value),
    },
  ]

function refusal(path: string, found: string): JsonOutput & { readonly status: 'refused' } {
  const where = path === '' ? '' : ` at ${path}`
  const message = `Found ${found}${where}. Return plain JSON data.`
  return { status: 'refused', issue: Object.freeze({ path, code: 'notJson', message }) }
}
