import {
  parseToolSelector,
  type GroupTarget,
  type ToolSelector,
} from '../../tools/tool-selector.js'
import type { ToolSource } from '../../tools/tool-source.js'

/** What selectors ask of a tool. A fact that is not known is undefined. */
export interface SelectableTool {
  /** `server/name`. */
  readonly id: string
  readonly server: string
  readonly name: string
  readonly wireName: string | undefined
  readonly source: ToolSource | undefined
  readonly isRead: boolean | undefined
  readonly groups: readonly string[] | undefined
  readonly isControl: boolean | undefined
}

/** What the entries of one agent come to. */
export interface AgentTools {
  /** The tools that are certainly selected, sorted. */
  readonly ids: readonly string[]
  /** The tools of which too little is known to rule them out, sorted. */
  readonly possible: readonly string[]
  /** Entries that name what is not there, or more than one tool. */
  readonly unknown: readonly UnknownEntry[]
}

/** An entry that names nothing, or too much. */
export interface UnknownEntry {
  readonly index: number
  readonly entry: string
  /** The tools it may have meant, where there are more than one. */
  readonly candidates: readonly string[]
}

/** Whether a tool is meant: 0 no, 1 yes, between them unknown. */
type Certainty = 0 | 0.5 | 1

/** An entry with how certainly it means each tool; tools that are not in the map are not meant. */
interface Match {
  readonly selector: ToolSelector
  readonly certainties: ReadonlyMap<SelectableTool, Certainty>
}

/**
 * What a list of ids and selectors comes to among the tools of a document: of documents without their code, which a
 * diff compares, and of tools that are granted and not there, which a check reports already. `ToolRegistry.select`
 * decides the same for a registry, where every fact is known.
 */
export function resolveAgentTools(
  entries: readonly string[],
  tools: readonly SelectableTool[],
): AgentTools {
  const matches = entries.map((entry) => toMatch(parseToolSelector(entry), tools))
  const certain = tools.map((tool) => ({ id: tool.id, is: certaintyOf(tool, matches) }))
  const idsOf = (certainty: Certainty): readonly string[] =>
    certain.flatMap(({ id, is }) => (is === certainty ? [id] : [])).sort()
  const unknown = matches.flatMap((match, index) => unknownEntry(match, index, tools))
  return { ids: idsOf(1), possible: idsOf(0.5), unknown }
}

/** How certainly a tool is selected: at least one entry gives it, none takes it away. */
function certaintyOf(tool: SelectableTool, matches: readonly Match[]): Certainty {
  const best = (some: readonly Match[]): number =>
    Math.max(0, ...some.map(({ certainties }) => certainties.get(tool) ?? 0))
  const given = best(matches.filter(({ selector }) => !selector.isExcluded))
  return Math.min(
    given,
    1 - best(matches.filter(({ selector }) => selector.isExcluded)),
  ) as Certainty
}

function toMatch(selector: ToolSelector, tools: readonly SelectableTool[]): Match {
  const { target } = selector
  if (target.kind === 'unknown') return { selector, certainties: new Map() }
  if (target.kind === 'tool') {
    const named = namedTools(target.name, tools)
    return {
      selector,
      certainties: new Map(named.length === 1 ? named.map((tool) => [tool, 1]) : []),
    }
  }
  const members = tools.filter(({ isControl }) => isControl !== true)
  return { selector, certainties: new Map(members.map((tool) => [tool, covers(target, tool)])) }
}

function covers(
  target: GroupTarget,
  { source, server, isRead, groups }: SelectableTool,
): Certainty {
  switch (target.kind) {
    case 'group':
      if (target.group.token === '@all') return 1
      return toCertainty(source === undefined ? undefined : target.group.covers(source))
    case 'server':
      return toCertainty(server === target.name)
    case 'label':
      return toCertainty(groups?.includes(target.name))
    case 'readonly':
      return toCertainty(isRead)
  }
}

function toCertainty(is: boolean | undefined): Certainty {
  if (is === undefined) return 0.5
  return is ? 1 : 0
}

/** A full spelling names one tool; a bare name every tool that has it. */
function namedTools(name: string, tools: readonly SelectableTool[]): readonly SelectableTool[] {
  const exact = tools.find(({ id, wireName }) => [id, `tool://${id}`, wireName].includes(name))
  return exact === undefined ? tools.filter((tool) => tool.name === name) : [exact]
}

function unknownEntry(
  { selector, certainties }: Match,
  index: number,
  tools: readonly SelectableTool[],
): readonly UnknownEntry[] {
  const { entry, target, isOptional } = selector
  if (target.kind === 'group' || target.kind === 'readonly') return []
  if ([...certainties.values()].some((certainty) => certainty > 0)) return []
  const named = target.kind === 'tool' ? namedTools(target.name, tools) : []
  if (named.length === 0 && isOptional && target.kind !== 'unknown') return []
  return [{ index, entry, candidates: named.map(({ id }) => id) }]
}
