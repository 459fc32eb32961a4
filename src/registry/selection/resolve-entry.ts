import type { DefinitionProblem } from '../../errors/definition-error.js'
import { didYouMean } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import {
  nearestEntries,
  selectorTokens,
  type GroupTarget,
  type ToolSelector,
} from '../../tools/tool-selector.js'
import type { DefinitionIndex } from '../listing/definition-index.js'
import { adviceFor } from '../listing/unknown-names.js'
import { coversTool, mayBeEmpty } from './covers-tool.js'

/** What an entry of a list stands for in a registry. */
export interface ResolvedEntry {
  readonly selector: ToolSelector
  readonly tools: ReadonlySet<ToolDefinition>
  readonly problem?: DefinitionProblem
}

/** An entry with its position in the list. */
export interface PlacedSelector {
  readonly selector: ToolSelector
  readonly position: number
}

const none: ReadonlySet<ToolDefinition> = new Set()

/** Finds what one entry stands for, or says why it stands for nothing. */
export function resolveEntry(placed: PlacedSelector, index: DefinitionIndex): ResolvedEntry {
  const { selector } = placed
  const { target } = selector
  if (target.kind === 'unknown') return { selector, tools: none, problem: unknownGroup(placed) }
  return target.kind === 'tool'
    ? resolveName(placed, target.name, index)
    : resolveGroup(placed, target, index)
}

function resolveGroup(
  placed: PlacedSelector,
  target: GroupTarget,
  { definitions }: DefinitionIndex,
): ResolvedEntry {
  const { selector } = placed
  const tools = new Set(definitions.filter((definition) => coversTool(target, definition)))
  if (tools.size > 0 || selector.isOptional || mayBeEmpty(target)) return { selector, tools }
  return { selector, tools, problem: emptyGroup(placed, target, definitions) }
}

function resolveName(placed: PlacedSelector, name: string, index: DefinitionIndex): ResolvedEntry {
  const { selector } = placed
  // The marks of an entry are its own, whatever foreign tools are called: no name may turn what they say round.
  const exact = index.find(name)
  if (exact !== undefined) return { selector, tools: new Set([exact]) }
  const bare = index.definitions.filter((definition) => definition.id.name === name)
  if (bare.length === 1) return { selector, tools: new Set(bare) }
  if (bare.length === 0 && selector.isOptional) return { selector, tools: none }
  const problem = bare.length > 1 ? ambiguous(placed, bare) : unknownName(placed, name, index)
  return { selector, tools: none, problem }
}

function emptyGroup(
  { selector, position }: PlacedSelector,
  target: GroupTarget,
  definitions: readonly ToolDefinition[],
): DefinitionProblem {
  const known = target.kind === 'server' ? serversOf(definitions) : labelsOf(definitions)
  const near = nearestEntries(selector.entry, known).map(quoteName).join(' or ')
  const correction = near === '' ? 'Correct it' : `Write ${near}`
  return {
    subject: placeOf(selector, position),
    message: 'no tool of this registry is in it.',
    fix: `${correction}, or write ${quoteName(`${selector.entry}?`)} where it may be empty.`,
  }
}

function unknownName(
  { selector, position }: PlacedSelector,
  name: string,
  index: DefinitionIndex,
): DefinitionProblem {
  const near = nearestEntries(selector.entry, index.spellings.keys())
  const advice = near.length > 0 ? didYouMean(near) : adviceFor(name, index)
  const tokens = name.includes('@') ? ` Groups are ${selectorTokens.join(', ')}.` : ''
  return {
    subject: placeOf(selector, position),
    message: 'this registry has no tool of this name.',
    fix: `${advice.trimStart()}${tokens}`,
  }
}

function ambiguous(
  { selector, position }: PlacedSelector,
  tools: readonly ToolDefinition[],
): DefinitionProblem {
  const names = tools.map(({ id }) => quoteName(id.toString())).join(' or ')
  return {
    subject: placeOf(selector, position),
    message: `${tools.length.toString()} tools have this name.`,
    fix: `Write ${names}.`,
  }
}

function unknownGroup({ selector, position }: PlacedSelector): DefinitionProblem {
  const { entry } = selector
  return {
    subject: placeOf(selector, position),
    message: 'there is no such group; tokens are exact.',
    fix: `Write one of ${selectorTokens.join(', ')}.${didYouMean(nearestEntries(entry))}`,
  }
}

function placeOf({ entry }: ToolSelector, position: number): string {
  return `entries[${position.toString()}] ${quoteName(entry)}`
}

function serversOf(definitions: readonly ToolDefinition[]): readonly string[] {
  return [...new Set(definitions.map(({ id }) => `@server:${id.server}`))]
}

function labelsOf(definitions: readonly ToolDefinition[]): readonly string[] {
  return [...new Set(definitions.flatMap(({ groups }) => groups))].map((label) => `@group:${label}`)
}
