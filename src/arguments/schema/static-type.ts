import type { JsonSchema } from '../../schema/json-schema.js'
import { branchesOf, type JsonKind } from './type-branches.js'

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

  /** The type of a member, where one alternative alone has members. */
  member(property: string): StaticType | undefined {
    const properties = onlyOne(this.#objects())?.properties ?? {}
    return Object.hasOwn(properties, property) ? this.#at(properties[property]) : undefined
  }

  /**
   * The alternative whose tag has a value; else the one that has members of all these names, which is told apart without
   * a tag of its own.
   */
  variant(tag: string, value: string, names: readonly string[]): StaticType | undefined {
    const objects = this.#objects()
    const tagged = objects.filter(({ properties = {} }) => this.#hasLiteral(properties, tag, value))
    const named = objects.filter(({ properties = {} }) =>
      names.every((name) => Object.hasOwn(properties, name)),
    )
    return this.#at(onlyOne(tagged) ?? onlyOne(named))
  }

  /** The type of every element of an array. */
  items(): StaticType | undefined {
    return this.#at(onlyOne(this.#alternatives('array'))?.items)
  }

  /** The type of one element of a tuple. */
  element(index: number): StaticType | undefined {
    return this.#at(onlyOne(this.#alternatives('array'))?.prefixItems?.[index])
  }

  /** The type of the values of a free map. */
  values(): StaticType | undefined {
    const maps = this.#alternatives('object').map(
      ({ additionalProperties }) => additionalProperties,
    )
    return this.#at(onlyOne(maps.filter((values) => typeof values === 'object')))
  }

  #at(node: JsonSchema | boolean | undefined): StaticType | undefined {
    return typeof node === 'object' ? new StaticType(this.#root, node) : undefined
  }

  #objects(): readonly JsonSchema[] {
    return this.#alternatives('object').filter(({ properties }) => properties !== undefined)
  }

  /** What stands here of one kind, behind references, unions and intersections. */
  #alternatives(kind: JsonKind): readonly JsonSchema[] {
    return branchesOf({ schema: this.#node, root: this.#root })
      .filter((branch) => branch.kind === kind && !branch.isOpen)
      .map(({ schema }) => schema)
  }

  #hasLiteral(properties: Properties, name: string, value: string): boolean {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (schema === undefined) return false
    const branches = branchesOf({ schema, root: this.#root })
    return branches.some(({ literals }) => literals?.includes(value) === true)
  }
}

type Properties = NonNullable<JsonSchema['properties']>

function onlyOne<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined
}
