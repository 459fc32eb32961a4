import { isMap, isScalar, isSeq } from 'yaml'

import { joinPath } from '../../errors/argument-path.js'
import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { JsonValue } from '../../schema/json.js'
import type {
  Exclusion,
  FieldFormat,
  ListFormat,
  RecordFormat,
  TextFormat,
} from '../format/field-format.js'
import { isShared, mapEntries, sharedFinding, type MapEntry } from './map-entries.js'
import { recordPlace } from './places.js'
import { readJson } from './read-json.js'
import { refused, type Reading, type Refused } from './reading.js'

/** A node of the document, and the path it stands at. */
export interface Field {
  readonly node: unknown
  readonly path: string
}

/** What a node holds by its format; `refused` where it breaks it, which is reported. */
export function readField(
  field: Field,
  format: FieldFormat,
  reading: Reading,
): JsonValue | Refused {
  const { node, path } = field
  if (isShared(node)) return reading.report(node, path, sharedFinding)
  switch (format.kind) {
    case 'text':
      return readText(field, format, reading)
    case 'flag':
      if (isScalar(node) && typeof node.value === 'boolean') return node.value
      return reportType(field, 'true or false', reading)
    case 'schema':
      if (isMap(node)) return readSchema(field, reading)
      return reportType(field, 'a JSON Schema with its keywords', reading)
    case 'list':
      return readList(field, format, reading)
    case 'record':
      return readRecord(field, format, reading)
  }
}

/** A schema that JSON cannot hold in one place is no schema to look at any further. */
function readSchema({ node, path }: Field, reading: Reading): JsonValue | Refused {
  const known = reading.problems.length
  const schema = readJson(node, path, reading)
  return reading.problems.length === known ? schema : refused
}

function readText(field: Field, format: TextFormat, reading: Reading): string | Refused {
  const { node, path } = field
  const { expected, mistake, fix, pattern, values } = format
  if (!isScalar(node) || typeof node.value !== 'string') return reportType(field, expected, reading)
  const text = node.value
  const isAllowed = values?.includes(text) ?? true
  if (isAllowed && (pattern === undefined || new RegExp(pattern, 'u').test(text))) return text
  const advice = fix ?? `Write ${expected}.${didYouMean(nearestTexts(text, format))}`
  return reading.report(node, path, { message: mistake, fix: advice })
}

function nearestTexts(text: string, { values = [], nearest }: TextFormat): readonly string[] {
  if (nearest !== undefined) return nearest(text)
  // The advice names the only one already.
  return values.length > 1 ? nearestNames(text, values) : []
}

function readList(
  field: Field,
  { items }: ListFormat,
  reading: Reading,
): readonly JsonValue[] | Refused {
  const { node, path } = field
  if (!isSeq(node)) return reportType(field, 'a list', reading)
  return node.items.flatMap((item, index) => {
    const value = readField({ node: item ?? node, path: joinPath(path, index) }, items, reading)
    return value === refused ? [] : [value]
  })
}

function readRecord(
  field: Field,
  format: RecordFormat,
  reading: Reading,
): Readonly<Record<string, JsonValue>> | Refused {
  const { node, path } = field
  if (!isMap(node)) return reportType(field, describeRecord(format), reading)
  const entries = mapEntries(node, path, reading)
  const record = Object.fromEntries(
    entries.flatMap((entry) => {
      const value = readEntry(entry, field, { format, reading })
      return value === refused ? [] : [[entry.name, value] as const]
    }),
  )
  reportMissing(field, { format, entries, reading })
  for (const exclusion of format.exclusions ?? []) {
    if (isExcluded(exclusion, record)) reading.report(node, path, exclusion)
  }
  recordPlace(record, reading.placeOf(node))
  return record
}

function describeRecord({ required, fields }: RecordFormat): string {
  if (required.length > 0) return `a map with ${required.join(', ')}`
  return `a map of any of these: ${Object.keys(fields).join(', ')}`
}

interface RecordParts {
  readonly format: RecordFormat
  readonly reading: Reading
}

function readEntry(
  { name, key, value }: MapEntry,
  { path }: Field,
  { format: { fields }, reading }: RecordParts,
): JsonValue | Refused {
  const format = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (format !== undefined) {
    return readField({ node: value, path: joinPath(path, name) }, format, reading)
  }
  const known = Object.keys(fields)
  const near = didYouMean(nearestNames(name, known)).trimStart()
  const fix = near === '' ? `Known: ${known.join(', ')}.` : near
  return reading.report(key, path, { message: `there is no field ${quoteName(name)}.`, fix })
}

function reportMissing(
  { node, path }: Field,
  { format, entries, reading }: RecordParts & { readonly entries: readonly MapEntry[] },
): void {
  const names = new Set(entries.map(({ name }) => name))
  for (const name of format.required) {
    if (names.has(name)) continue
    reading.report(node, path, { message: `the field "${name}" is missing.`, fix: 'Add it.' })
  }
  if (format.anyOf?.some((name) => names.has(name)) ?? true) return
  const choices = format.anyOf?.join(' or ') ?? ''
  reading.report(node, path, { message: 'it says nothing.', fix: `Add ${choices}.` })
}

function isExcluded({ together }: Exclusion, record: Readonly<Record<string, JsonValue>>): boolean {
  return Object.entries(together).every(
    ([name, values]) =>
      Object.hasOwn(record, name) && (values === 'any' || values.includes(record[name] ?? null)),
  )
}

function reportType({ node, path }: Field, expected: string, reading: Reading): Refused {
  const isEmpty = isScalar(node) && node.value === null
  const message = isEmpty ? 'it is empty.' : 'it is of a wrong type.'
  const fix = isEmpty ? `Write ${expected}, or remove it.` : `Write ${expected}.`
  return reading.report(node, path, { message, fix })
}
