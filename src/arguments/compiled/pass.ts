import type { JsonObject } from '../../schema/json.js'
import type { Admission } from '../../tools/tool-definition.js'
import { admitted } from '../admit/admitted.js'
import { parseJson } from '../input/parse-json.js'
import { unsure, type Unsure } from '../input/plain-data.js'
import type { ClassShape } from '../shape/shape.js'
import { refuseNoted } from './refuse-noted.js'
import type { Walk } from './walk.js'

/** Admits an input, or refuses it for what rules noted; undefined where it is not sure. Never throws. */
export type Pass = (input: unknown) => Admission | undefined

/** The function that a program has for the root. */
export type Reader = (input: unknown, depth: number) => JsonObject | Unsure

/** How a pass is set up. */
export interface PassSetting {
  readonly shape: ClassShape
  readonly walk: Walk
  readonly maxBytes: number
}

/** One pass after the other, over any input. */
export function createPass(read: Reader, { shape, walk, maxBytes }: PassSetting): Pass {
  return (input) => {
    const isText = typeof input === 'string' && input !== ''
    if (isPolluted() || (isText && isLarger(input, maxBytes))) return undefined
    // A rule of the author's, or a regular expression, may have begun this pass inside of another.
    const { values, isForeign, isUnsure, noted } = walk
    walk.values = 1
    walk.isForeign = !isText
    walk.isUnsure = false
    walk.noted = undefined
    try {
      const source = isText ? parseJson(input) : emptyToObject(input)
      return conclude(read(source, 1), { source, shape, walk })
    } catch {
      return undefined
    } finally {
      walk.values = values
      walk.isForeign = isForeign
      walk.isUnsure = isUnsure
      walk.noted = noted
    }
  }
}

function conclude(
  json: JsonObject | Unsure,
  { source, shape, walk }: { source: unknown; shape: ClassShape; walk: Walk },
): Admission | undefined {
  if (json === unsure || walk.isUnsure) return undefined
  return walk.noted === undefined
    ? admitted(json, nothingRepaired)
    : refuseNoted(walk.noted, shape, source as JsonObject)
}

const nothingRepaired: readonly string[] = Object.freeze([])

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
