import type { JsonValue } from '../../schema/json.js'
import type { AdmitLimits } from './admit-limits.js'
import { isForbiddenEverywhere } from './forbidden-keys.js'
import {
  isPlainList,
  isPlainObject,
  isUnreadable,
  unsure,
  type DataWalk,
  type Unsure,
} from './plain-data.js'

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
