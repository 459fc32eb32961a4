import type { JsonValue } from '../../schema/json.js'

/**
 * What one place of the document may hold. The reader and the published JSON Schema are both made from it, so that an
 * editor and the parser say the same.
 */
export type FieldFormat = TextFormat | FlagFormat | SchemaFormat | ListFormat | RecordFormat

interface FormatBase {
  /** One sentence for the reader of an editor's hint. */
  readonly about: string
}

/** A text. */
export interface TextFormat extends FormatBase {
  readonly kind: 'text'
  /** What is expected, as it stands after "Write". */
  readonly expected: string
  /** What a text is that is not so, as a sentence. */
  readonly mistake: string
  /** What to do about a mistake, where writing what is expected is not it. */
  readonly fix?: string
  /** What may have been meant, by the text of a document. A text that is one of `values` is compared with those. */
  readonly nearest?: (text: string) => readonly string[]
  /** A regular expression in the syntax of JSON Schema, with the flag `u`. */
  readonly pattern?: string
  /** The only texts allowed. */
  readonly values?: readonly string[]
}

/** True or false. */
export interface FlagFormat extends FormatBase {
  readonly kind: 'flag'
}

/** A JSON Schema in object form. */
export interface SchemaFormat extends FormatBase {
  readonly kind: 'schema'
}

/** A list of one kind of item. */
export interface ListFormat extends FormatBase {
  readonly kind: 'list'
  readonly items: FieldFormat
}

/** A map with known fields. */
export interface RecordFormat extends FormatBase {
  readonly kind: 'record'
  readonly fields: Readonly<Record<string, FieldFormat>>
  readonly required: readonly string[]
  /** At least one of these fields is there. */
  readonly anyOf?: readonly string[]
  readonly exclusions?: readonly Exclusion[]
}

/** Fields that cannot stand together. */
export interface Exclusion {
  /** The fields with the values for which the exclusion counts; `'any'` for whatever value. */
  readonly together: Readonly<Record<string, readonly JsonValue[] | 'any'>>
  readonly message: string
  readonly fix: string
}
