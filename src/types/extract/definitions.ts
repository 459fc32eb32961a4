import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'

const pointer = '#/$defs/'
/** How many schemas the facts of one tool may be made of. */
const maxSize = 50_000

interface Entry {
  readonly name: string | undefined
  schema: JsonSchema
  uses: number
  isOpen: boolean
  isRecursive: boolean
}

/**
 * The types that one schema is made of, each written once. A type stays in `$defs` when it holds itself, or when it has
 * a name and is used more than once; any other stands where it is used. Identity is the compiler's, so two types
 * of one name never merge.
 */
export class Definitions {
  readonly #references = new Map<ts.Type, string>()
  readonly #entries = new Map<string, Entry>()
  #depth = 0

  /** How many types are being written, each inside the one before. */
  get depth(): number {
    return this.#depth
  }

  /** How many types have been met. */
  get count(): number {
    return this.#entries.size
  }

  /** A reference to a type, which is written when it is met first. */
  refer(type: ts.Type, name: string | undefined, write: () => JsonSchema): JsonSchema {
    const $ref = this.#references.get(type) ?? `${pointer}${this.#entries.size.toString()}`
    const known = this.#entries.get($ref)
    if (known === undefined) {
      this.#references.set(type, $ref)
      this.#write($ref, name, write)
    } else {
      known.uses += 1
      known.isRecursive ||= known.isOpen
    }
    return { $ref }
  }

  /**
   * The finished schema, with references only to what stays in its `$defs`, in the order they are met; undefined where it
   * would be too large to be of use.
   */
  finish(root: JsonSchema): JsonSchema | undefined {
    const finished = new Finish(this.#entries)
    const schema = finished.resolve(root)
    return finished.isTooLarge ? undefined : finished.withDefinitions(schema)
  }

  #write($ref: string, name: string | undefined, write: () => JsonSchema): void {
    const entry: Entry = { name, schema: {}, uses: 1, isOpen: true, isRecursive: false }
    this.#entries.set($ref, entry)
    this.#depth += 1
    entry.schema = write()
    this.#depth -= 1
    entry.isOpen = false
  }
}

/** Resolves the references of one schema, naming what stays as it is met. */
class Finish {
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #names = new Map<Entry, string>()
  readonly #definitions = Object.create(null) as Record<string, JsonSchema>
  #size = 0

  constructor(entries: ReadonlyMap<string, Entry>) {
    this.#entries = entries
  }

  /** What has no name stands wherever it is used, so that types which double in each other grow without bounds. */
  get isTooLarge(): boolean {
    return this.#size > maxSize
  }

  resolve(schema: JsonSchema): JsonSchema {
    this.#size += 1
    if (this.isTooLarge) return schema
    const { $ref, ...beside } = schema
    const entry = $ref === undefined ? undefined : this.#entries.get($ref)
    if (entry === undefined) return this.#resolveMembers(schema)
    if (!stays(entry)) return { ...this.resolve(entry.schema), ...beside }
    return { $ref: `${pointer}${this.#define(entry)}`, ...beside }
  }

  withDefinitions(schema: JsonSchema): JsonSchema {
    const hasDefinitions = Object.keys(this.#definitions).length > 0
    return hasDefinitions ? { ...schema, $defs: { ...this.#definitions } } : schema
  }

  #define(entry: Entry): string {
    const known = this.#names.get(entry)
    if (known !== undefined) return known
    const name = this.#freeName(entry.name ?? 'recursive')
    this.#names.set(entry, name)
    // The place among the others is taken before what it holds is named.
    this.#definitions[name] = {}
    this.#definitions[name] = this.resolve(entry.schema)
    return name
  }

  #freeName(name: string): string {
    const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_')
    let free = plain
    for (let count = 2; Object.hasOwn(this.#definitions, free); count += 1) {
      free = `${plain}${count.toString()}`
    }
    return free
  }

  #resolveMembers(schema: JsonSchema): JsonSchema {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, this.#resolveMember(key, value)]),
    )
  }

  #resolveMember(key: string, value: unknown): unknown {
    if (key === 'enum' || key === 'const' || typeof value !== 'object' || value === null)
      return value
    if (Array.isArray(value)) return value.map((item: unknown) => this.#resolveMember('', item))
    const isMap = key === 'properties' || key === 'patternProperties'
    return isMap ? this.#resolveMap(value) : this.resolve(value as JsonSchema)
  }

  #resolveMap(map: object): JsonSchema {
    return Object.fromEntries(
      Object.entries(map).map(([name, member]) => [name, this.#resolveMember('', member)]),
    )
  }
}

function stays({ name, uses, isRecursive }: Entry): boolean {
  return isRecursive || (name !== undefined && uses > 1)
}
