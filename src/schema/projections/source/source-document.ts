// A schema as its author wrote it, made readable for projections: every dialect in the words of 2020-12, every schema
// under its path in the source, every reference resolved when it is followed. It knows no model and no target.
import { dialectOf, type JsonSchemaDialect } from '../../dialect.js'
import type { JsonSchema } from '../../json-schema.js'
import { readMembers, type SchemaMember } from '../../schema-members.js'
import { SchemaPlaces, toSegment } from '../../schema-places.js'
import { normalKeywords } from './normal-keywords.js'
import { childPaths, type SourceMember, type SourceSchema } from './source-schema.js'

/** Any absolute URI will do for a document without an `$id`; no reference can name it. */
const ownBase = 'projected:///'

/** Definitions are only met through references, so that those nobody refers to fall away. */
const definitionMaps: ReadonlySet<string> = new Set(['$defs', 'definitions'])

/** The schemas of one source by path. */
export class SourceDocument {
  readonly #schemas = new Map<string, SourceSchema>()
  readonly #places = new SchemaPlaces()
  readonly #recursive = new Map<string, boolean>()
  readonly #dialect: JsonSchemaDialect

  /**
   * @throws JsonSchemaError for another dialect and for references that depend on how a schema was reached. A
   * RangeError is left to the caller: the schema is nested too deep, or holds itself.
   */
  constructor(schema: JsonSchema) {
    this.#dialect = typeof schema === 'object' ? dialectOf(schema) : '2020-12'
    this.#add(schema, '', ownBase)
  }

  /** The schema at a path that the document itself gave out. */
  get(path: string): SourceSchema {
    const found = this.#schemas.get(path)
    if (found === undefined) throw new TypeError('the path leads to no schema of the document')
    return found
  }

  /**
   * The path that the `$ref` of a schema leads to.
   *
   * @throws JsonSchemaError when it leads out of the document, or to what is no schema in it.
   */
  targetOf(schema: SourceSchema): string | undefined {
    const reference = dataOf(schema, '$ref')
    return typeof reference === 'string' ? this.#places.get(reference, schema.base) : undefined
  }

  /** Whether a schema leads back to itself. */
  isRecursive(path: string): boolean {
    const known = this.#recursive.get(path)
    if (known !== undefined) return known
    const isRecursive = this.#leadsTo(path)
    this.#recursive.set(path, isRecursive)
    return isRecursive
  }

  #leadsTo(goal: string): boolean {
    const pending = [...this.#next(goal)]
    const seen = new Set<string>()
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (path === goal) return true
      if (seen.has(path)) continue
      seen.add(path)
      pending.push(...this.#next(path))
    }
    return false
  }

  #next(path: string): readonly string[] {
    const schema = this.get(path)
    const target = this.targetOf(schema)
    const inside = schema.members.flatMap(childPaths)
    return target === undefined ? inside : [...inside, target]
  }

  #add(schema: unknown, path: string, outerBase: string): void {
    const isObject = typeof schema === 'object' && schema !== null && !Array.isArray(schema)
    const known = isObject || typeof schema === 'boolean' ? schema : true
    const { base } = this.#places.add(known, { from: path, to: path, base: outerBase })
    const place = { path, base, source: known }
    if (typeof known === 'boolean') {
      this.#schemas.set(path, { ...place, accepts: known ? 'everything' : 'nothing', members: [] })
      return
    }
    const normal = normalKeywords(known)
    // `items` as a list is draft-07, whether or not the schema says so.
    const dialect = Array.isArray(normal['items']) ? 'draft-07' : this.#dialect
    const members = readMembers(normal, dialect).map((member) => this.#read(member, place))
    const kept = members.filter(({ keyword }) => !definitionMaps.has(keyword))
    this.#schemas.set(path, { ...place, accepts: 'what-it-says', members: kept })
  }

  #read({ from, to: keyword, kind, value }: SchemaMember, place: Place): SourceMember {
    const path = place.path + toSegment(from)
    const add = (schema: unknown, at: string): string => {
      this.#add(schema, at, place.base)
      return at
    }
    if (kind === 'schema') return { keyword, kind, path: add(value, path) }
    if (kind === 'list' && Array.isArray(value)) {
      const paths = value.map((item: unknown, index) => add(item, `${path}/${index.toString()}`))
      return { keyword, kind, paths }
    }
    if (kind !== 'map' || typeof value !== 'object' || value === null)
      return { keyword, kind: 'data', value }
    const entries = Object.entries(value) as readonly [string, unknown][]
    const paths = new Map(entries.map(([name, item]) => [name, add(item, path + toSegment(name))]))
    return { keyword, kind, paths }
  }
}

interface Place {
  readonly path: string
  readonly base: string
}

/** The value of a keyword that holds data. */
export function dataOf({ members }: SourceSchema, keyword: string): unknown {
  const member = members.find((each) => each.keyword === keyword)
  return member?.kind === 'data' ? member.value : undefined
}
