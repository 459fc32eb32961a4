import { toolSources, type ToolSource } from './tool-source.js'

/** What every group token starts with. No wire name has it, so neither can be taken for the other. */
export const toolGroupPrefix = '@'

/** A source of tools that one entry of a tool list stands for as a whole. */
export interface ToolGroup {
  /** What a list writes: `@mcp`. */
  readonly token: string
  /** What the group holds, in one line for a picker or an error. */
  describe(): string
  /** Whether tools of this source are in the group. */
  covers(source: ToolSource): boolean
}

const words: Readonly<Record<ToolSource, string>> = {
  builtin: 'every tool of this program itself',
  subagent: 'every tool that is another agent',
  scripts: 'every tool that is a script',
  mcp: 'every tool of the MCP servers it is connected to',
}

/** Every group of a source, in the order a picker lists them; `@all` first. */
export const toolGroups: readonly ToolGroup[] = Object.freeze([
  createGroup('all', 'every tool, whatever its source', () => true),
  ...toolSources.map((source) => createGroup(source, words[source], (other) => other === source)),
])

/** Every token, comma-separated, for messages. */
export const toolGroupTokens: string = toolGroups.map(({ token }) => token).join(', ')

function createGroup(
  name: string,
  description: string,
  covers: (source: ToolSource) => boolean,
): ToolGroup {
  const token = `${toolGroupPrefix}${name}`
  return Object.freeze({ token, describe: () => description, covers })
}

/** The group an entry names, letter by letter; undefined for everything else, also for selectors like `@readonly`. */
export function parseToolGroup(entry: string): ToolGroup | undefined {
  return toolGroups.find(({ token }) => token === entry)
}

/** The groups a list names, in its order, each once. Names and unknown groups are skipped. */
export function toolGroupsIn(entries: readonly string[]): readonly ToolGroup[] {
  const groups = entries.map(parseToolGroup).filter((group) => group !== undefined)
  return [...new Set(groups)]
}
