import { quoteName } from '../errors/quoted-name.js'
import { innerSchemas } from './all-schemas.js'
import { JsonSchemaError } from './json-schema-error.js'
import { namesOf, resolveUri, splitReference, toKey } from './schema-names.js'

/** Any absolute URI will do for a document without an `$id`; no reference can name it. */
const ownBase = 'referable:///'

/**
 * The schemas of one document, with what references lead to: by pointer (RFC 6901), `$id` or anchor. It holds no paths,
 * so that deep schemas with long names take no more memory than they are long.
 */
export class ReferableSchemas {
  readonly #bases = new Map<object, string>()
  readonly #named = new Map<string, object>()
  readonly #dynamic = new Map<string, object[]>()

  /** @throws JsonSchemaError for two schemas of one name: it could stand for either. */
  constructor(root: object) {
    this.#named.set(ownBase, root)
    for (const [schema, names] of this.#add(root, ownBase)) {
      for (const name of names) this.#name(schema, name)
    }
  }

  /** What a `$ref` of a schema leads to; undefined where there is nothing, or nothing by that name. */
  find(reference: string, from: object): object | boolean | undefined {
    const [uri, fragment] = splitReference(reference)
    const resource = resolveUri(uri, this.#bases.get(from) ?? ownBase)
    const isPointer = fragment === '' || fragment.startsWith('/')
    if (!isPointer) return this.#named.get(`${resource}#${fragment}`)
    const start = this.#named.get(resource)
    return start === undefined ? undefined : this.#follow(start, fragment)
  }

  /** All that a `$dynamicRef` to an anchor may lead to: which one depends on how a schema was reached. */
  findDynamic(anchor: string): readonly object[] {
    return this.#dynamic.get(anchor) ?? []
  }

  #follow(start: object, pointer: string): object | boolean | undefined {
    let found: unknown = start
    let base = ownBase
    for (const segment of pointer.split('/').slice(1)) {
      if (!isObject(found)) return undefined
      base = this.#bases.get(found) ?? namesOf(found, base).base
      const key = toKey(segment)
      found = Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined
    }
    if (typeof found === 'boolean') return found
    if (!isObject(found) || Array.isArray(found)) return undefined
    // Names count where keywords hold schemas: elsewhere data could take one that is another's.
    this.#add(found, base)
    return found
  }

  #name(schema: object, name: string): void {
    if ((this.#named.get(name) ?? schema) !== schema) {
      const shown = quoteName(name.replace(ownBase, ''))
      throw new JsonSchemaError(`the schema has two schemas in it of the name ${shown}.`)
    }
    this.#named.set(name, schema)
  }

  /** Takes in a schema and those inside it; gives those that are new, with their names. */
  #add(root: object, base: string): readonly (readonly [object, readonly string[]])[] {
    const added: (readonly [object, readonly string[]])[] = []
    const pending = [{ schema: root, outer: base }]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { schema, outer } = next
      if (this.#bases.has(schema)) continue
      const own = namesOf(schema, outer)
      this.#bases.set(schema, own.base)
      added.push([schema, own.names])
      this.#addDynamic(schema)
      for (const inner of innerSchemas(schema)) pending.push({ schema: inner, outer: own.base })
    }
    return added
  }

  #addDynamic(schema: object): void {
    const anchor: unknown = Reflect.get(schema, '$dynamicAnchor')
    if (typeof anchor !== 'string') return
    const known = this.#dynamic.get(anchor)
    if (known === undefined) this.#dynamic.set(anchor, [schema])
    else known.push(schema)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
