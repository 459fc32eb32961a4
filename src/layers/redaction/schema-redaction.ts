import type { JsonArray, JsonObject, JsonValue } from '../../schema/json.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import { memberKind } from '../../schema/schema-members.js'
import { FreeNames } from './free-names.js'
import type { JsonRedaction } from './json-redaction.js'

/** Keywords whose value is words or data, which may say anything; of others, half a value is a wrong one. */
const sayings: ReadonlySet<string> = new Set([
  '$comment',
  'const',
  'default',
  'description',
  'enum',
  'examples',
  'title',
])

/**
 * A JSON Schema without what matches: words and data are hidden, a property gets one other name wherever it is named, and
 * a keyword that would say something else (`pattern`, `maximum`) is left out. The schema itself where nothing matches.
 */
export function redactSchema(schema: JsonSchema, words: JsonRedaction): JsonSchema {
  return words.isEmpty ? schema : new SchemaCopy(words).of(schema)
}

class SchemaCopy {
  readonly #words: JsonRedaction
  readonly #names = new Map<string, string>()
  readonly #free = new FreeNames(() => false)
  #isChanged = false

  constructor(words: JsonRedaction) {
    this.#words = words
  }

  of(schema: JsonSchema): JsonSchema {
    const copy = this.#schema(schema as JsonObject) as JsonSchema
    return this.#isChanged ? copy : schema
  }

  #schema(value: JsonValue): JsonValue {
    if (!isObject(value)) return value
    return mapMembers(value, (keyword, member) => {
      const redacted = this.#member(keyword, member)
      return redacted === undefined ? undefined : [keyword, redacted]
    })
  }

  /** What stands under a keyword; undefined where it is left out. */
  #member(keyword: string, value: JsonValue): JsonValue | undefined {
    if (keyword === 'required' || keyword === 'dependentRequired') return this.#nameLists(value)
    const kind = memberKind(keyword)
    if (kind === 'map' && isObject(value)) return this.#map(keyword, value)
    if (isArray(value) && kind !== 'data') return value.map((each) => this.#schema(each))
    if (kind === 'schema') return this.#schema(value)
    const redacted = this.#words.redact(value, () => false)
    if (redacted === value) return value
    this.#isChanged = true
    return sayings.has(keyword) ? redacted : undefined
  }

  #map(keyword: string, schemas: JsonObject): JsonValue {
    return mapMembers(schemas, (name, schema) => {
      // A name that is a pattern itself would match other names.
      if (keyword === 'patternProperties' && this.#name(name) !== name) return undefined
      const inner = isArray(schema) ? this.#nameLists(schema) : this.#schema(schema)
      return [this.#name(name), inner]
    })
  }

  #nameLists(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#name(value)
    if (isArray(value)) return value.map((each) => this.#nameLists(each))
    if (!isObject(value)) return value
    return mapMembers(value, (name, names) => [this.#name(name), this.#nameLists(names)])
  }

  #name(name: string): string {
    const { texts } = this.#words
    if (!texts.isMatch(name)) return name
    this.#isChanged = true
    const known = this.#names.get(name) ?? this.#free.take(texts.redact(name))
    this.#names.set(name, known)
    return known
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value)
}

function isArray(value: JsonValue): value is JsonArray {
  return Array.isArray(value)
}

function mapMembers(
  source: JsonObject,
  map: (name: string, member: JsonValue) => readonly [string, JsonValue] | undefined,
): JsonObject {
  const mapped = Object.entries(source).map(([name, member]) => map(name, member))
  return Object.fromEntries(mapped.filter((entry) => entry !== undefined))
}
