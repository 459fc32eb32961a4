import type { JsonValue } from '../../json.js'
import type { Facet } from './shape.js'

/** Longer values are not repeated in a description. */
const maxJsonLength = 200

/** What a keyword asks, as a sentence for a model. */
export function wordsOf({ keyword, value }: Facet): string {
  const write = value === undefined ? undefined : sentences.get(keyword)
  return write === undefined ? otherWords(keyword, value) : write(value)
}

/** The only values that are accepted, as a sentence for a model. */
export function wordsOfValues(values: readonly JsonValue[]): string {
  const [only] = values
  if (values.length === 1) return `Always ${toText(only)}.`
  const texts = values.map(toText).join(', ')
  return texts.length <= 10 * maxJsonLength
    ? `One of: ${texts}.`
    : `One of ${values.length.toString()} values.`
}

/** Alternatives for a whole set of arguments, as a sentence for a model. */
export function wordsOfAlternatives(
  keyword: 'anyOf' | 'oneOf',
  alternatives: readonly string[],
): string {
  const demand = keyword === 'oneOf' ? 'Exactly one of these holds' : 'At least one of these holds'
  return `${demand}: ${alternatives.join('; ')}.`
}

type Sentence = (value: unknown) => string

const sentences: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  ['minLength', (value) => `At least ${counted(value, 'character')}.`],
  ['maxLength', (value) => `At most ${counted(value, 'character')}.`],
  ['pattern', (value) => `Matches the regular expression ${String(value)}.`],
  ['format', (value) => `Format: ${String(value)}.`],
  ['contentEncoding', (value) => `Encoded as ${String(value)}.`],
  ['contentMediaType', (value) => `Holds ${String(value)}.`],
  ['minimum', (value) => `At least ${String(value)}.`],
  ['maximum', (value) => `At most ${String(value)}.`],
  ['exclusiveMinimum', (value) => `Greater than ${String(value)}.`],
  ['exclusiveMaximum', (value) => `Less than ${String(value)}.`],
  ['multipleOf', (value) => `A multiple of ${String(value)}.`],
  ['minItems', (value) => `At least ${counted(value, 'item')}.`],
  ['maxItems', (value) => `At most ${counted(value, 'item')}.`],
  ['uniqueItems', () => 'No item twice.'],
  ['minProperties', (value) => `At least ${counted(value, 'property', 'properties')}.`],
  ['maxProperties', (value) => `At most ${counted(value, 'property', 'properties')}.`],
  ['propertyNames', (value) => `Names of properties match the JSON Schema ${toText(value)}.`],
  ['dependentRequired', wordsOfDependents],
  ['default', (value) => `Default: ${toText(value)}.`],
  ['not', (value) => `Does not match the JSON Schema ${toText(value)}.`],
  ['if', (value) => `When it matches the JSON Schema ${toText(value)}, more is asked.`],
  ['then', (value) => `Then it matches the JSON Schema ${toText(value)}.`],
  ['else', (value) => `Else it matches the JSON Schema ${toText(value)}.`],
  ['oneOf', () => 'Exactly one of the alternatives holds.'],
])

function wordsOfDependents(value: unknown): string {
  const entries = Object.entries(Object(value) as object) as readonly [string, unknown][]
  return entries
    .map(([name, others]) => `With ${name}, also ${[others].flat().map(String).join(', ')}.`)
    .join(' ')
}

function otherWords(keyword: string, value: unknown): string {
  const text = value === undefined ? '' : toText(value)
  return text === '' || text.length > maxJsonLength
    ? `A further rule of JSON Schema holds: ${keyword}.`
    : `A further rule of JSON Schema holds: ${keyword} ${text}.`
}

function counted(value: unknown, one: string, many = `${one}s`): string {
  return `${String(value)} ${value === 1 ? one : many}`
}

function toText(value: unknown): string {
  // Undefined for what is no JSON.
  const json: unknown = JSON.stringify(value)
  const text = String(json)
  return text.length <= maxJsonLength ? text : `${text.slice(0, maxJsonLength)}…`
}
