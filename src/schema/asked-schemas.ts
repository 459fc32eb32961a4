import { quoteName } from '../errors/quoted-name.js'
import { innerSchemas } from './all-schemas.js'
import { JsonSchemaError } from './json-schema-error.js'
import type { JsonSchema } from './json-schema.js'
import { ReferableSchemas } from './referable-schemas.js'

const combining: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
])
const dependent: ReadonlySet<string> = new Set(['dependentSchemas', 'dependencies'])
/** Keywords whose schemas nobody asks for, unless a reference leads there; they may be broken. */
const unasked: ReadonlySet<string> = new Set(['$defs', 'definitions', 'contentSchema'])

/** Which schemas of a document a validator asks, and which of them about one and the same value. */
export class AskedSchemas {
  readonly #schemas: ReferableSchemas
  readonly #asked = new Map<object, readonly object[]>()

  constructor(readonly root: JsonSchema) {
    this.#schemas = new ReferableSchemas(root)
  }

  /**
   * The schemas that are asked about the value a schema is asked about; what a reference leads to, once for each.
   *
   * @throws JsonSchemaError for a reference to what the document does not hold.
   */
  about(schema: object): readonly object[] {
    const known = this.#asked.get(schema)
    if (known !== undefined) return known
    const asked = Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) =>
      this.#askedBy(keyword, value, schema),
    )
    this.#asked.set(schema, asked)
    return asked
  }

  /**
   * The root and all that it leads to, on whatever value.
   *
   * @throws JsonSchemaError for a reference to what the document does not hold.
   */
  all(): ReadonlySet<object> {
    const reached = new Set<object>([this.root])
    for (const each of reached) {
      const members = Object.entries(each).filter(([keyword]) => !unasked.has(keyword))
      for (const next of innerSchemas(Object.fromEntries(members))) reached.add(next)
      for (const next of this.about(each)) reached.add(next)
    }
    return reached
  }

  #askedBy(keyword: string, value: unknown, schema: object): readonly object[] {
    if (keyword === '$ref') return this.#referred(String(value), schema)
    if (keyword === '$dynamicRef') return this.#schemas.findDynamic(String(value).slice(1))
    if (combining.has(keyword)) return [value].flat().filter(isSchemaObject)
    return dependent.has(keyword)
      ? Object.values(Object(value) as object).filter(isSchemaObject)
      : []
  }

  #referred(reference: string, from: object): readonly object[] {
    const found = this.#schemas.find(reference, from)
    if (found === undefined) {
      throw new JsonSchemaError(
        `the schema refers to what it does not hold: ${quoteName(reference)}.`,
      )
    }
    return typeof found === 'object' ? [found] : []
  }
}

/** Not a list: what `dependencies` of draft-07 may hold, too. */
function isSchemaObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
