import { isMap, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'

import { joinPath } from '../../errors/argument-path.js'
import type { JsonValue } from '../../schema/json.js'
import { isShared, mapEntries, sharedFinding } from './map-entries.js'
import type { Finding, Reading } from './reading.js'

const maxDepth = 64

/** Where a value stands: its path, how many containers it is inside of, and the pass it is read in. */
interface JsonPlace {
  readonly path: string
  readonly depth: number
  readonly reading: Reading
}

/** The JSON value of a node; what JSON cannot hold is reported, and is `null` in the answer. */
export function readJson(node: unknown, path: string, reading: Reading): JsonValue {
  return readAt(node, { path, depth: 0, reading })
}

function readAt(node: unknown, place: JsonPlace): JsonValue {
  if (isShared(node)) return refuse(node, place, sharedFinding)
  if (place.depth > maxDepth) return refuse(node, place, tooDeep)
  if (isMap(node)) return readObject(node, place)
  if (isSeq(node)) return readArray(node, place)
  return isScalar(node) ? readScalar(node, place) : null
}

function readObject(map: YAMLMap, place: JsonPlace): JsonValue {
  const members = mapEntries(map, place.path, place.reading).map(
    ({ name, value }) => [name, readAt(value, inside(place, name))] as const,
  )
  // `Object.fromEntries` makes a member of the name `__proto__` a member like any other.
  return Object.fromEntries(members)
}

function readArray(list: YAMLSeq, place: JsonPlace): JsonValue {
  return list.items.map((item, index) => readAt(item, inside(place, index)))
}

function inside({ path, depth, reading }: JsonPlace, key: string | number): JsonPlace {
  return { path: joinPath(path, key), depth: depth + 1, reading }
}

function readScalar(scalar: Scalar, place: JsonPlace): JsonValue {
  const { value, source = '' } = scalar
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse(scalar, place, notJson)
  const isRounded = /^[-+]?\d+$/.test(source) && !Number.isSafeInteger(value)
  return isRounded ? refuse(scalar, place, tooLarge) : value
}

const tooDeep = { message: 'it is nested more than 64 levels deep.', fix: 'Nest it less.' }
const notJson = { message: 'JSON cannot hold this value.', fix: 'Write a value of JSON.' }
const tooLarge = {
  message: 'the whole number is too large to be kept exactly.',
  fix: 'Use one up to 9007199254740991.',
}

function refuse(node: unknown, { path, reading }: JsonPlace, finding: Finding): null {
  reading.report(node, path, finding)
  return null
}
