import type { JsonObject } from '../../schema/json.js'
import { parseJson } from '../input/parse-json.js'
import type { AdmitLimits } from '../input/admit-limits.js'
import { unsure, type Unsure, type Walk } from './walk.js'

/** Gives the canonical arguments that an input holds, or undefined where it is not sure. Never throws. */
export type Pass = (input: unknown) => JsonObject | undefined

/** The function that a program has for the root. */
export type Reader = (input: unknown, depth: number) => JsonObject | Unsure

/** One pass after the other, over any input. */
export function createPass(read: Reader, walk: Walk, { maxBytes }: AdmitLimits): Pass {
  const run = (source: unknown): JsonObject | Unsure => {
    const { values, isForeign } = walk
    walk.values = 1
    try {
      return read(source, 1)
    } catch {
      return unsure
    } finally {
      // A rule of the author's may have begun a pass inside of another.
      walk.values = values
      walk.isForeign = isForeign
    }
  }
  return (input) => {
    if (isPolluted()) return undefined
    const isText = typeof input === 'string' && input !== ''
    if (isText && isLarger(input, maxBytes)) return undefined
    walk.isForeign = !isText
    const json = run(isText ? parseJson(input) : emptyToObject(input))
    if (json !== unsure && !walk.isTouched) return json
    walk.isTouched = false
    return undefined
  }
}

/** A member that every object inherits would be taken for one of the input's. */
function isPolluted(): boolean {
  for (const key in Object.prototype) return key.length >= 0
  return false
}

/** A unit takes three bytes at most. */
function isLarger(text: string, maxBytes: number): boolean {
  return text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes
}

function emptyToObject(input: unknown): unknown {
  return input === '' || input === undefined || input === null ? {} : input
}
