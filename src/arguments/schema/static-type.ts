import type { JsonSchema } from '../../schema/json-schema.js'

/**
 * A static TypeScript type, given as JSON Schema whose references lead into its own `$defs`, read step by step beside
 * the shape of a class. Where the two do not run parallel it knows nothing: it only ever adds words.
 */
export class StaticType {
  readonly #root: JsonSchema
  readonly #node: JsonSchema

  constructor(root: JsonSchema, node: JsonSchema = root) {
    this.#root = root
    this.#node = node
  }

  /** The documentation comment that stands here. */
  get description(): string | undefined {
    const { description } = this.#node
    return typeof description === 'string' && description.trim() !== '' ? description : undefined
  }

  /** The type of a member. */
  member(property: string): StaticType | undefined {
    const { properties } = this.#target()
    return properties !== undefined && Object.hasOwn(properties, property)
      ? this.#at(properties[property])
      : undefined
  }

  /** The type of every element of an array. */
  items(): StaticType | undefined {
    return this.#at(this.#target().items)
  }

  /** The type of one element of a tuple. */
  element(index: number): StaticType | undefined {
    return this.#at(this.#target().prefixItems?.[index])
  }

  /** The type of the values of a free map. */
  values(): StaticType | undefined {
    return this.#at(this.#target().additionalProperties)
  }

  #at(node: JsonSchema | boolean | undefined): StaticType | undefined {
    return typeof node === 'object' ? new StaticType(this.#root, node) : undefined
  }

  /** What stands here without `null` and without references. */
  #target(): JsonSchema {
    const seen = new Set<JsonSchema>()
    let node = this.#node
    while (!seen.has(node)) {
      seen.add(node)
      node = this.#follow(withoutNull(node))
    }
    return node
  }

  #follow(node: JsonSchema): JsonSchema {
    const name = /^#\/\$defs\/(.+)$/.exec(node.$ref ?? '')?.[1]
    if (name === undefined) return node
    const key = unescapePointer(name)
    const definitions = this.#root.$defs ?? {}
    const target = Object.hasOwn(definitions, key) ? definitions[key] : undefined
    return typeof target === 'object' ? target : node
  }
}

/** The one alternative that is not null; a union of more has no members of its own. */
function withoutNull(node: JsonSchema): JsonSchema {
  const others = (node.anyOf ?? []).filter(
    (choice) => typeof choice !== 'object' || choice.type !== 'null',
  )
  const [only] = others
  return others.length === 1 && typeof only === 'object' ? only : node
}

/** A segment of a URI fragment that is a JSON Pointer (RFC 6901, section 6). */
function unescapePointer(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return segment
  }
}
