import { types } from 'node:util'

import type { AdmitLimits } from './admit-limits.js'

/** What is given where it is not sure that all is well: then a slower reading finds out, and words it. */
export const unsure: unique symbol = Symbol('unsure')
export type Unsure = typeof unsure

/** One walk over data. */
export interface DataWalk extends Pick<AdmitLimits, 'maxDepth' | 'maxValues'> {
  /** Values looked at so far, the root included. */
  values: number
  /** False for what `JSON.parse` made: that is plain data. */
  isForeign: boolean
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
  if (!Array.isArray(value) || (walk.isForeign && types.isProxy(value))) return false
  walk.values += value.length
  return walk.values <= walk.maxValues && (!walk.isForeign || isListOfData(value))
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

/** Names come after places: where the last of as many keys as there are places is the last place, there is no hole and no name. */
function isListOfData(list: readonly unknown[]): boolean {
  const { length } = list
  const keys = Object.keys(list)
  if (
    !hasNoSymbols(list) ||
    keys.length !== length ||
    (length > 0 && keys[length - 1] !== String(length - 1))
  )
    return false
  for (let index = 0; index < length; index += 1) if (hasGetter(list, index)) return false
  return true
}
