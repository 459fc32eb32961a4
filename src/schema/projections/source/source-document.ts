// A schema as its author wrote it, made readable for projections: every dialect in the words of 2020-12, every schema
// under its path in the source, every reference resolved when it is followed. It knows no model and no target.
import { dialectOf, type JsonSchemaDialect } from '../../dialect.js'
import type { JsonSchema } from '../../json-schema.js'
import { readMembers, type SchemaMember } from '../../schema-members.js'
import { SchemaPlaces, toSegment } from '../../schema-places.js'
import { normalKeywords } from './normal-keywords.js'
import { Recursion } from './recursion.js'
import { childPaths, type SourceMember, type SourceSchema } from './source-schema.js'
import { lengthOf, stepsOf, WorkBudget } from './work-budget.js'

/** Any absolute URI will do for a document without an `$id`; no reference can name it. */
const ownBase = 'projected:///'

/** Definitions are only met through references, so that those nobody refers to fall away. */
const definitionMaps: ReadonlySet<string> = new Set(['$defs', 'definitions'])

/** The schemas of one source by path. */
export class SourceDocument {
  /** Counts what is done with the document, and how much of it there is. */
  readonly work = new WorkBudget()
  readonly #schemas = new Map<string, SourceSchema>()
  readonly #targets = new Map<string, string | undefined>()
  readonly #places = new SchemaPlaces()
  readonly #recursion = new Recursion((path) => this.#next(path))
  readonly #dialect: JsonSchemaDialect

  /**
   * @throws JsonSchemaError for another dialect, for references that depend on how a schema was reached and for a
   * schema that is too large. A RangeError is left to the caller: the schema is nested too deep, or holds itself.
   */
  constructor(schema: JsonSchema) {
    lengthOf(schema)
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
    const { path } = schema
    if (this.#targets.has(path)) return this.#targets.get(path)
    const reference = dataOf(schema, '$ref')
    const target =
      typeof reference === 'string' ? this.#places.get(reference, schema.base) : undefined
    this.#targets.set(path, target)
    return target
  }

  /**
   * Whether a schema leads back to itself.
   *
   * @throws JsonSchemaError when it leads to a reference that leads out of the document.
   */
  isRecursive(path: string): boolean {
    return this.#recursion.has(path)
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
    const place = { path, base }
    if (typeof known === 'boolean') {
      const accepts = known ? 'everything' : 'nothing'
      this.#keep({ ...place, accepts, members: [] })
      return
    }
    const normal = normalKeywords(known)
    // `items` as a list is draft-07, whether or not the schema says so.
    const dialect = Array.isArray(normal['items']) ? 'draft-07' : this.#dialect
    const members = readMembers(normal, dialect).map((member) => this.#read(member, place))
    const kept = members.filter(({ keyword }) => !definitionMaps.has(keyword))
    this.#keep({ ...place, accepts: 'what-it-says', members: kept })
  }

  #keep(schema: Omit<SourceSchema, 'weight'>): void {
    const weight = weightOf(schema)
    this.work.spend(weight)
    this.#schemas.set(schema.path, { ...schema, weight })
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

/** One step for a schema, and more for what it holds and for how long its path is. */
function weightOf({ path, members }: Omit<SourceSchema, 'weight'>): number {
  const inside = members.flatMap(childPaths).length
  const data = members.map((member) => (member.kind === 'data' ? lengthOf(member.value) : 0))
  const length = data.reduce((sum, each) => sum + each, path.length)
  return 1 + members.length + inside + stepsOf(length)
}

/** The value of a keyword that holds data. */
export function dataOf({ members }: SourceSchema, keyword: string): unknown {
  const member = members.find((each) => each.keyword === keyword)
  return member?.kind === 'data' ? member.value : undefined
}
