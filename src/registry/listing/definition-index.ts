import { DefinitionError } from '../../errors/definition-error.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolId } from '../../tools/tool-id.js'
import { registrationProblems } from './registration-problems.js'

/** The definitions of a registry, sorted by id and found by each of their exact names. Immutable. */
export class DefinitionIndex {
  readonly definitions: readonly ToolDefinition[]
  readonly #bySpelling = new Map<string, ToolDefinition>()
  readonly #byWireName = new Map<string, ToolDefinition>()
  #spellings: ReadonlyMap<string, readonly ToolDefinition[]> | undefined

  private constructor(definitions: readonly ToolDefinition[]) {
    this.definitions = Object.freeze(definitions.toSorted(compareIds))
    for (const definition of this.definitions) this.#add(definition)
  }

  /** @throws DefinitionError naming every definition that is none, and every id or wire name that two share. */
  static create(definitions: readonly ToolDefinition[]): DefinitionIndex {
    const problems = registrationProblems(definitions)
    if (problems.length > 0) throw new DefinitionError(problems)
    return new DefinitionIndex(definitions)
  }

  /** The index of those of these definitions that `keeps` is true for. */
  filter(keeps: (definition: ToolDefinition) => boolean): DefinitionIndex {
    return new DefinitionIndex(this.definitions.filter(keeps))
  }

  /** By wire name, `server/name`, `tool://server/name` or id; exact. Any other value finds nothing. */
  find(ref: unknown): ToolDefinition | undefined {
    const spelling = typeof ref === 'string' ? ref : spellId(ref)
    return spelling === undefined ? undefined : this.#bySpelling.get(spelling)
  }

  /** By wire name only. */
  findWireName(wireName: unknown): ToolDefinition | undefined {
    return this.#byWireName.get(wireName as string)
  }

  /** Every spelling a near miss is compared with; made on the first miss. */
  get spellings(): ReadonlyMap<string, readonly ToolDefinition[]> {
    return (this.#spellings ??= spellingsOf(this.definitions))
  }

  #add(definition: ToolDefinition): void {
    const { id, wireName } = definition
    const spellings = [wireName, `${id.server}/${id.name}`, `tool://${id.server}/${id.name}`]
    for (const spelling of spellings) this.#bySpelling.set(spelling, definition)
    this.#byWireName.set(wireName, definition)
  }
}

function spellingsOf(
  definitions: readonly ToolDefinition[],
): ReadonlyMap<string, ToolDefinition[]> {
  const spellings = new Map<string, ToolDefinition[]>()
  for (const definition of definitions) {
    const { id, wireName } = definition
    for (const spelling of new Set([id.toString(), wireName, id.name])) {
      const known = spellings.get(spelling)
      if (known === undefined) spellings.set(spelling, [definition])
      else known.push(definition)
    }
  }
  return spellings
}

/** The short form of a `ToolId` of any copy of this package. */
export function spellId(ref: unknown): string | undefined {
  if (typeof ref !== 'object' || ref === null) return undefined
  try {
    const { server, name } = ref as Partial<ToolId>
    return typeof server === 'string' && typeof name === 'string' ? `${server}/${name}` : undefined
  } catch {
    return undefined
  }
}

function compareIds(a: ToolDefinition, b: ToolDefinition): number {
  return a.id.toString() < b.id.toString() ? -1 : 1
}
