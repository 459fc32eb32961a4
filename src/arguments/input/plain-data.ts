import { types } from 'node:util'

import type { JsonValue } from '../../schema/json.js'
import type { AdmitLimits } from './admit-limits.js'

/** What is given where it is not sure that all is well: then a slower reading finds out, and words it. */
export const unsure: unique symbol = Symbol('unsure')
export type Unsure = typeof unsure

/** One walk over data. */
export interface DataWalk {
  readonly maxDepth: number
  readonly maxValues: number
  /** Values looked at so far, the root included. */
  values: number
  /** False for what `JSON.parse` made: that is plain data. */
  isForeign: boolean
}

/** A copy of plain data within the limits; `unsure` for anything else. Never throws, and runs no code of the input's. */
export function copyPlainData(
  value: unknown,
  {
    limits: { maxDepth, maxValues },
    isForeign,
  }: { readonly limits: AdmitLimits; readonly isForeign: boolean },
): JsonValue | Unsure {
  const walk: DataWalk = { maxDepth, maxValues, values: 1, isForeign }
  try {
    return new PlainCopier(walk, isForbiddenEverywhere).copy(value, 1)
  } catch {
    // Deeper than the stack, which limits may allow.
    return unsure
  }
}

const { __lookupGetter__: findGetter } = Object.prototype as unknown as {
  readonly __lookupGetter__: (this: object, key: string | number) => unknown
}

/** True for an own accessor of this name. A setter alone reads as undefined, which no pass takes. */
function hasGetter(owner: object, key: string | number): boolean {
  return findGetter.call(owner, key) !== undefined
}

/** True for an object of data, as far as can be told without looking at its members. */
export function isPlainObject(value: unknown, walk: DataWalk): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return (
    !walk.isForeign || (!types.isProxy(value) && hasPlainPrototype(value) && hasNoSymbols(value))
  )
}

/** True for an array of data without holes, accessors or members beside its elements. Counts its elements. */
export function isPlainList(value: unknown, walk: DataWalk): value is readonly unknown[] {
  if (!Array.isArray(value)) return false
  walk.values += value.length
  if (walk.values > walk.maxValues) return false
  return !walk.isForeign || (!types.isProxy(value) && isListOfData(value))
}

/** Copies what no class declares. `isForbidden` says which keys may not stand in it. */
export class PlainCopier {
  readonly #walk: DataWalk
  readonly #isForbidden: (key: string) => boolean

  constructor(walk: DataWalk, isForbidden: (key: string) => boolean) {
    this.#walk = walk
    this.#isForbidden = isForbidden
  }

  /** The copy of a value that would be a container at this depth; `unsure` where the limits or plain data end. */
  copy(value: unknown, depth: number): JsonValue | Unsure {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : unsure
    if (typeof value !== 'object' || depth > this.#walk.maxDepth) return unsure
    return Array.isArray(value) ? this.#copyList(value, depth) : this.#copyMembers(value, depth)
  }

  #copyList(list: readonly unknown[], depth: number): JsonValue | Unsure {
    if (!isPlainList(list, this.#walk)) return unsure
    const copy: JsonValue[] = []
    for (let index = 0; index < list.length; index += 1) {
      const element = this.copy(list[index], depth + 1)
      if (element === unsure) return unsure
      copy.push(element)
    }
    return copy
  }

  #copyMembers(members: object, depth: number): JsonValue | Unsure {
    if (!isPlainObject(members, this.#walk)) return unsure
    const copy: Record<string, JsonValue> = {}
    for (const key of Object.keys(members)) {
      if (this.#isForbidden(key) || isUnreadable(members, key, this.#walk)) return unsure
      const member = this.copy(members[key], depth + 1)
      if (member === unsure) return unsure
      copy[key] = member
    }
    return copy
  }
}

/** Keys that reach the language, wherever they stand. */
export function isForbiddenEverywhere(key: string): boolean {
  return key === '__proto__'
}

/** Keys that reach the language, but in free maps. */
export function isForbiddenKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype'
}

/** Counts a member; true where it must not be read, or is one too many. */
export function isUnreadable(owner: object, key: string, walk: DataWalk): boolean {
  walk.values += 1
  return walk.values > walk.maxValues || isHidden(owner, key, walk)
}

/** True where a member must not be read, because that would run code of the input's. */
export function isHidden(owner: object, key: string, walk: DataWalk): boolean {
  return walk.isForeign && hasGetter(owner, key)
}

/** A prototype of another realm is for the reading to judge. */
function hasPlainPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function hasNoSymbols(value: object): boolean {
  return Object.getOwnPropertySymbols(value).length === 0
}

function isListOfData(list: readonly unknown[]): boolean {
  if (Object.keys(list).length !== list.length || !hasNoSymbols(list)) return false
  for (let index = 0; index < list.length; index += 1) if (hasGetter(list, index)) return false
  return true
}
