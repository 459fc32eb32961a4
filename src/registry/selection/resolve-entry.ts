import type { DefinitionProblem } from '../../errors/definition-error.js'
import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import { toolGroupTokens } from '../../tools/tool-group.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolSelector } from '../../tools/tool-selector.js'
import type { DefinitionIndex } from '../listing/definition-index.js'
import { adviceFor } from '../listing/unknown-names.js'
import { coversTool, mayBeEmpty, type GroupTarget } from './covers-tool.js'

/** What an entry of a list stands for in a registry. */
export interface ResolvedEntry {
  readonly selector: ToolSelector
  readonly tools: ReadonlySet<ToolDefinition>
  readonly problem?: DefinitionProblem
}

/** An entry with its place in the list. */
export interface PlacedSelector {
  readonly selector: ToolSelector
  readonly index: number
}

const none: ReadonlySet<ToolDefinition> = new Set()

/** Selectors besides the groups, for messages. */
const otherTokens = '@readonly, @server:<name>, @group:<label>'

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
  { selector, index }: PlacedSelector,
  target: GroupTarget,
  { definitions }: DefinitionIndex,
): ResolvedEntry {
  const tools = new Set(definitions.filter((definition) => coversTool(target, definition)))
  if (tools.size > 0 || selector.isOptional || mayBeEmpty(target)) return { selector, tools }
  const known = target.kind === 'server' ? serversOf(definitions) : labelsOf(definitions)
  const name = 'name' in target ? target.name : ''
  const near = didYouMean(nearestNames(name, known)).trimStart()
  const problem: DefinitionProblem = {
    subject: placeOf(selector, index),
    message: 'no tool of this registry is in it.',
    fix: `${near === '' ? 'Correct it' : near.replace(/\?$/, '')}, or write ${quoteName(`${selector.entry}?`)} where it may be empty.`,
  }
  return { selector, tools, problem }
}

function resolveName(
  { selector, index }: PlacedSelector,
  name: string,
  registered: DefinitionIndex,
): ResolvedEntry {
  // A foreign tool may have a name that ends in a question mark.
  const exact = registered.find(selector.entry) ?? registered.find(name)
  if (exact !== undefined) return { selector, tools: new Set([exact]) }
  const bare = registered.definitions.filter(({ id }) => id.name === name)
  if (bare.length === 1) return { selector, tools: new Set(bare) }
  if (bare.length === 0 && selector.isOptional) return { selector, tools: none }
  const subject = placeOf(selector, index)
  if (bare.length > 1) return { selector, tools: none, problem: ambiguous(subject, bare) }
  const message = 'this registry has no tool of this name.'
  const tokens = name.includes('@') ? ` Groups are ${toolGroupTokens}, ${otherTokens}.` : ''
  const fix = `${adviceFor(name, registered).trimStart()}${tokens}`
  return { selector, tools: none, problem: { subject, message, fix } }
}

function ambiguous(subject: string, tools: readonly ToolDefinition[]): DefinitionProblem {
  const message = `${tools.length.toString()} tools have this name.`
  const names = tools.map(({ id }) => quoteName(id.toString())).join(' or ')
  return { subject, message, fix: `Write ${names}.` }
}

function unknownGroup({ selector, index }: PlacedSelector): DefinitionProblem {
  return {
    subject: placeOf(selector, index),
    message: 'there is no such group; tokens are exact.',
    fix: `Write one of ${toolGroupTokens}, ${otherTokens}.`,
  }
}

function placeOf({ entry }: ToolSelector, index: number): string {
  return `entries[${index.toString()}] ${quoteName(entry)}`
}

function serversOf(definitions: readonly ToolDefinition[]): readonly string[] {
  return [...new Set(definitions.map(({ id }) => id.server))]
}

function labelsOf(definitions: readonly ToolDefinition[]): readonly string[] {
  return [...new Set(definitions.flatMap(({ groups }) => groups))]
}
