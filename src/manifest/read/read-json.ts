import { isMap, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'

import { joinPath } from '../../errors/argument-path.js'
import type { JsonValue } from '../../schema/json.js'
import { isShared, mapEntries, sharedFinding } from './map-entries.js'
import type { Reading } from './reading.js'

const maxDepth = 64

/** Where a value stands: its path, and how many containers it is inside of. */
interface JsonPlace {
  readonly path: string
  readonly depth: number
}

/** The JSON value of a node; what JSON cannot hold is reported, and is `null` in the answer. */
export function readJson(node: unknown, path: string, reading: Reading): JsonValue {
  return readAt(node, { path, depth: 0 }, reading)
}

function readAt(node: unknown, place: JsonPlace, reading: Reading): JsonValue {
  if (isShared(node)) return refuse(node, place, reading, sharedFinding)
  if (place.depth > maxDepth) return refuse(node, place, reading, tooDeep)
  if (isMap(node)) return readObject(node, place, reading)
  if (isSeq(node)) return readArray(node, place, reading)
  return isScalar(node) ? readScalar(node, place, reading) : null
}

function readObject(map: YAMLMap, { path, depth }: JsonPlace, reading: Reading): JsonValue {
  const members = mapEntries(map, path, reading).map(({ name, value }) => {
    const place = { path: joinPath(path, name), depth: depth + 1 }
    return [name, readAt(value, place, reading)] as const
  })
  // `Object.fromEntries` makes a member of the name `__proto__` a member like any other.
  return Object.fromEntries(members)
}

function readArray(list: YAMLSeq, { path, depth }: JsonPlace, reading: Reading): JsonValue {
  return list.items.map((item, index) =>
    readAt(item, { path: joinPath(path, index), depth: depth + 1 }, reading),
  )
}

function readScalar(scalar: Scalar, place: JsonPlace, reading: Reading): JsonValue {
  const { value, source = '' } = scalar
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return refuse(scalar, place, reading, notJson)
  }
  const isRounded = /^[-+]?\d+$/.test(source) && !Number.isSafeInteger(value)
  return isRounded ? refuse(scalar, place, reading, tooLarge) : value
}

const tooDeep = { message: 'it is nested more than 64 levels deep.', fix: 'Nest it less.' }
const notJson = { message: 'JSON cannot hold this value.', fix: 'Write a value of JSON.' }
const tooLarge = {
  message: 'the whole number is too large to be kept exactly.',
  fix: 'Use one up to 9007199254740991.',
}

function refuse(
  node: unknown,
  { path }: JsonPlace,
  ...[reading, finding]: [Reading, { readonly message: string; readonly fix: string }]
): null {
  reading.report(node, path, finding)
  return null
}
