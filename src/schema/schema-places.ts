import { quoteName } from '../errors/quoted-name.js'
import { JsonSchemaError } from './json-schema-error.js'
import { namesOf, resolveUri, splitReference } from './schema-names.js'

/** Where a schema stands: in the document it came from, in its translation, and under which URI. */
export interface SchemaPlace {
  readonly from: string
  readonly to: string
  readonly base: string
}

/** The places of the schemas within one document, by pointer (RFC 6901), by `$id` and by anchor. */
export class SchemaPlaces {
  readonly #targets = new Map<string, string>()
  readonly #pointers = new Map<string, string>()

  /** Remembers a schema under the names it gives itself; returns its place with the URI that holds inside it. */
  add(schema: object | boolean, place: SchemaPlace): SchemaPlace {
    this.#targets.set(place.from, place.to)
    if (place.from === '') this.#pointers.set(place.base, '')
    if (typeof schema === 'boolean') return place
    const { base, names } = namesOf(schema, place.base)
    for (const name of names) this.#pointers.set(name, place.from)
    return { ...place, base }
  }

  /**
   * Where in the translation a reference leads.
   *
   * @throws JsonSchemaError when it leads out of the document, or to what is no schema in it.
   */
  get(reference: string, base: string): string {
    const [uri, fragment] = splitReference(reference)
    const resource = resolveUri(uri, base)
    const isPointer = fragment === '' || fragment.startsWith('/')
    const start = this.#pointers.get(isPointer ? resource : `${resource}#${fragment}`)
    const target =
      start === undefined ? undefined : this.#targets.get(isPointer ? start + fragment : start)
    if (target !== undefined) return target
    throw new JsonSchemaError(
      `the schema refers to ${quoteName(reference)}, which is no schema inside it.`,
    )
  }
}

/** The step from a schema to one inside it, escaped as RFC 6901 asks. */
export function toSegment(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** A pointer as the fragment of a URI (RFC 3986). `$` and its like stay legible. */
export function toFragment(pointer: string): string {
  return `#${encodeURI(pointer).replaceAll('#', '%23')}`
}
