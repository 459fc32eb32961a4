import { isAlias, isNode, isScalar, Scalar, type YAMLMap } from 'yaml'

import { quoteName } from '../../errors/quoted-name.js'
import type { Reading } from './reading.js'

/** One member of a map. */
export interface MapEntry {
  readonly name: string
  readonly key: unknown
  readonly value: unknown
}

/** The members of a map by name. Keys that are no text, merge keys and repeated keys are reported and left out. */
export function mapEntries(map: YAMLMap, path: string, reading: Reading): readonly MapEntry[] {
  const known = new Map<string, MapEntry>()
  for (const { key, value } of map.items) {
    const name = findName(key, path, reading)
    if (name === undefined) continue
    const first = known.get(name)
    if (first === undefined) known.set(name, { name, key, value: value ?? emptyAt(key) })
    else reportRepeated(key, path, { first, reading })
  }
  return [...known.values()]
}

/** True for what stands for something elsewhere in the document, or is named to be stood for. */
export function isShared(node: unknown): boolean {
  return isAlias(node) || (isNode(node) && node.anchor !== undefined)
}

/** What is told of anchors and aliases: a reviewer reads what is granted where it is granted. */
export const sharedFinding = {
  message: 'anchors and aliases are not used here.',
  fix: 'Write the value where it counts.',
} as const

function findName(key: unknown, path: string, reading: Reading): string | undefined {
  if (isShared(key)) {
    reading.report(key, path, sharedFinding)
    return undefined
  }
  const name = isScalar(key) && typeof key.value === 'string' ? key.value : undefined
  if (name === undefined) {
    reading.report(key, path, { message: 'a key is not a text.', fix: 'Write it in quotes.' })
    return undefined
  }
  if (name !== '<<') return name
  const fix = 'Write the members where they count.'
  reading.report(key, path, { message: 'merge keys are not used here.', fix })
  return undefined
}

/** A key without a value holds nothing, where the key is. */
function emptyAt(key: unknown): Scalar {
  const empty = new Scalar(null)
  if (isNode(key)) empty.range = key.range ?? null
  return empty
}

function reportRepeated(
  key: unknown,
  path: string,
  { first, reading }: { readonly first: MapEntry; readonly reading: Reading },
): void {
  const line = reading.placeOf(first.key).line.toString()
  reading.report(key, path, {
    message: `the key ${quoteName(first.name)} is there already, in line ${line}.`,
    fix: 'Keep one of them.',
  })
}
