// Writes a source nearly as it is: in 2020-12, with references written out where they are not recursive. For targets
// that take JSON Schema whole.
import { isJsonTypeName } from '../source/normal-keywords.js'
import { DefinitionNames } from '../source/definition-names.js'
import { SchemaBudget } from '../source/schema-budget.js'
import type { Losses } from '../source/schema-loss.js'
import type { SourceDocument } from '../source/source-document.js'
import type { SourceMember, SourceSchema } from '../source/source-schema.js'
import type { Expression } from '../source/expression.js'
import { copyJson } from './copy-json.js'
import type { Draft } from './draft.js'

/**
 * How much of a schema is kept. `all`: everything. `clean`: no notes of tools to tools (`$comment`, `x-…`), no boolean
 * schemas where an object says the same, and `items` and `properties` wherever there is an array or an object. `quote`: no
 * notes either, and nothing that was not there.
 */
export type WriteStyle = 'all' | 'clean' | 'quote'

/** How schemas are written. */
export interface WriteOptions {
  readonly style: WriteStyle
  /**
   * Where what is written for the root of the source will stand, as a reference.
   * @defaultValue `'#'`
   */
  readonly root?: string
}

/** Writes schemas of one document; the definitions they need are asked for at the end. */
export class SchemaWriter {
  readonly #document: SourceDocument
  readonly #losses: Losses
  readonly #style: WriteStyle
  readonly #names: DefinitionNames
  readonly #budget = new SchemaBudget()

  constructor(document: SourceDocument, losses: Losses, { style, root = '#' }: WriteOptions) {
    this.#document = document
    this.#losses = losses
    this.#style = style
    this.#names = new DefinitionNames(root)
  }

  /** @throws JsonSchemaError for a reference that leads out of the document, and for what grows too large. */
  write(expression: Expression): Draft | boolean {
    if ('at' in expression) return this.#writeAt(expression.at)
    const parts = ('all' in expression ? expression.all : expression.any).map((part) =>
      this.write(part),
    )
    return { ['all' in expression ? 'allOf' : 'anyOf']: parts }
  }

  /** The root, with a reference written out even where it is recursive: a root that only refers shows nothing. */
  writeRoot(): Draft {
    const schema = this.#document.get('')
    const target = this.#document.targetOf(schema)
    if (target === undefined || !this.#document.isRecursive(target))
      return this.writeObject({ at: '' })
    const siblings = Object.fromEntries(
      schema.members.flatMap((each) => this.#writeMember(each, schema)),
    )
    return toObject(joinReferred(this.#writeAt(target), siblings))
  }

  /** A boolean schema in object form. */
  writeObject(expression: Expression): Draft {
    return toObject(this.write(expression))
  }

  /** The `$defs` for all that was written; nothing when there are none. */
  definitions(): { readonly $defs?: Draft } {
    const written: [string, unknown][] = []
    for (let next = this.#names.next(); next !== undefined; next = this.#names.next())
      written.push([next.name, this.#writeAt(next.path)])
    return written.length === 0 ? {} : { $defs: Object.fromEntries(written) }
  }

  #writeAt(path: string): Draft | boolean {
    this.#budget.spend()
    const schema = this.#document.get(path)
    this.#document.work.spend(schema.weight)
    if (schema.accepts !== 'what-it-says') return this.#boolean(schema)
    const members = schema.members.flatMap((member) => this.#writeMember(member, schema))
    const draft = Object.fromEntries(members)
    const referred = this.#writeReference(schema)
    return this.#filled(referred === undefined ? draft : joinReferred(referred, draft))
  }

  #boolean({ accepts }: SourceSchema): Draft | boolean {
    const value = accepts === 'everything'
    return this.#style === 'clean' ? toObject(value) : value
  }

  #writeReference(schema: SourceSchema): Draft | boolean | undefined {
    const target = this.#document.targetOf(schema)
    if (target === undefined) return undefined
    if (this.#document.isRecursive(target)) return { $ref: this.#names.refer(target) }
    const { path } = schema
    this.#losses.add({
      path,
      keyword: '$ref',
      kind: 'inlined',
      message: 'The reference is written out.',
    })
    return this.#writeAt(target)
  }

  #writeMember(member: SourceMember, schema: SourceSchema): readonly [string, unknown][] {
    const { keyword } = member
    if (keyword === '$ref') return []
    if (this.#style !== 'all' && isNote(keyword)) {
      const { path } = schema
      this.#losses.add({ path, keyword, kind: 'dropped', message: `"${keyword}" is left out.` })
      return []
    }
    const value = this.#writeValue(member)
    return value === undefined ? [] : [[keyword, value]]
  }

  #writeValue(member: SourceMember): unknown {
    if (member.kind === 'schema') return this.#writeInside(member.keyword, member.path)
    if (member.kind === 'list') return member.paths.map((path) => this.#writeAt(path))
    if (member.kind === 'map')
      return Object.fromEntries(
        [...member.paths].map(([name, path]) => [name, this.#writeAt(path)]),
      )
    return member.keyword === 'type' ? typeOf(member.value) : copyJson(member.value)
  }

  /** `additionalProperties: false` is the one boolean that every target knows. */
  #writeInside(keyword: string, path: string): unknown {
    const { accepts } = this.#document.get(path)
    if (keyword === 'additionalProperties' && accepts !== 'what-it-says')
      return accepts === 'everything'
    return this.#writeAt(path)
  }

  #filled(draft: Draft | boolean): Draft | boolean {
    if (this.#style !== 'clean' || typeof draft === 'boolean') return draft
    const types = [draft['type']].flat()
    return {
      ...draft,
      ...(types.includes('array') && draft['items'] === undefined && { items: {} }),
      ...(types.includes('object') && draft['properties'] === undefined && { properties: {} }),
    }
  }
}

/** A schema that says nothing, or one that nothing passes. */
function toObject(schema: Draft | boolean): Draft {
  if (typeof schema === 'object') return schema
  return schema ? {} : { not: {} }
}

const annotations: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples'])

/** What stands beside a reference holds too; words beside it go before the words of what it refers to. */
function joinReferred(referred: Draft | boolean, siblings: Draft): Draft | boolean {
  const isAnnotated = Object.keys(siblings).every((keyword) => annotations.has(keyword))
  if (isAnnotated && Object.keys(siblings).length === 0) return referred
  if (isAnnotated) return { ...toObject(referred), ...siblings }
  const others = Array.isArray(siblings['allOf']) ? (siblings['allOf'] as unknown[]) : []
  return { ...siblings, allOf: [referred, ...others] }
}

function isNote(keyword: string): boolean {
  return keyword === '$comment' || keyword.startsWith('x-')
}

/** The names that JSON Schema knows, as one where it is one. */
function typeOf(value: unknown): unknown {
  const types = [...new Set([value].flat().filter(isJsonTypeName))]
  if (types.length === 0) return undefined
  return types.length === 1 ? types[0] : types
}
