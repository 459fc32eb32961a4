// The client half of the mcp room makes tools of what foreign MCP servers offer. It knows neither manifests nor
// journals: what was reviewed is what a definition says, and whoever binds a registry holds definitions to a manifest.
import { DefinitionError } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { tell } from '../tell.js'
import { defineForeignTool, type ForeignSpec } from './define-foreign-tool.js'
import { ForeignServer } from './foreign-server.js'
import { foreignWords } from './foreign-words.js'
import { LinkDown } from './link/server-link.js'
import type { ForeignTool } from './list/foreign-tool.js'
import type { ToolList } from './list/read-tool-list.js'
import { assertMcpToolsOptions } from './mcp-tools-rules.js'
import {
  defaultLimits,
  defaultTimes,
  type ForeignToolOptions,
  type McpToolsOptions,
} from './mcp-tools-options.js'
import { loadClientSdk } from './sdk.js'
import { warnOfFinding, type ForeignServerFinding } from './foreign-server-finding.js'
import { pinnedTransport } from './transport/create-transport.js'

/** The tools of one foreign server. Frozen; `close` ends what runs for them. */
export type ForeignTools = readonly ToolDefinition[] & {
  /** Ends the connections and the processes behind them. */
  close(): Promise<void>
}

/**
 * The tools of a foreign MCP server, as definitions that a registry takes among its own. Whatever the server hints, each
 * is a write until the operator says otherwise. A tool that turns into another one later is withdrawn.
 *
 * @throws DefinitionError for options that are wrong, a server that cannot be reached, or a list that cannot be taken.
 * @example
 * ```ts
 * const github = await mcpTools({ server: 'github', transport: { command: 'github-mcp-server', args: ['stdio'] } })
 * const registry = discoverTools(container).register(...github)
 * // at the end
 * await github.close()
 * ```
 */
export async function mcpTools(options: McpToolsOptions): Promise<ForeignTools> {
  assertMcpToolsOptions(options)
  const { server, report: told = warnOfFinding } = options
  const report = (finding: Omit<ForeignServerFinding, 'server'>): void =>
    tell(told, { server, ...finding })
  const foreign: ForeignServer = new ForeignServer({
    ...{ sdk: await loadClientSdk(), options, report },
    limits: withDefaults(defaultLimits, options.limits),
    times: withDefaults(defaultTimes, options.times),
    define: (tool) => define(tool),
  })
  const define = definerOf(options, foreign)
  try {
    const list = await foreign.start()
    const definitions = defineAll(list, { options, report, define })
    foreign.review(list, definitions)
    const tools = Object.assign([...definitions.values()], { close: () => foreign.close() })
    return Object.freeze(tools)
  } catch (error) {
    // That it does not end as it should is less than why it was ended.
    await foreign.close().catch(() => undefined)
    throw error instanceof LinkDown ? unreachable(server, error) : error
  }
}

/** What is given as undefined is not given: it must not take a limit away. */
function withDefaults<Known extends object>(
  known: Known,
  given: { readonly [Name in keyof Known]?: Known[Name] | undefined } = {},
): Known {
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...known, ...Object.fromEntries(said) }
}

/** Makes the definition of a tool, with what the operator says of it unless it is made without. */
type Define = (tool: ForeignTool, own?: ForeignToolOptions) => ToolDefinition

function definerOf(options: McpToolsOptions, bodies: ForeignServer): Define {
  const { server, transport, credentials, tools = {} } = options
  const pinned = pinnedTransport(transport)
  const facts = {
    ...(pinned !== undefined && { transport: pinned }),
    hasOwnCredentials: credentials !== undefined,
  }
  return (tool, own = Object.hasOwn(tools, tool.name) ? tools[tool.name] : undefined) => {
    const spec: ForeignSpec = { server, tool, options: own ?? {}, facts, bodies }
    return defineForeignTool(spec)
  }
}

interface DefineSpec {
  readonly options: McpToolsOptions
  readonly define: Define
  readonly report: (finding: Omit<ForeignServerFinding, 'server'>) => void
}

function defineAll(
  { tools, refused }: ToolList,
  { options, define, report }: DefineSpec,
): ReadonlyMap<string, ToolDefinition> {
  const definitions = new Map<string, ToolDefinition>()
  for (const { name, why } of refused) report(refusedTool(name, why))
  for (const tool of tools) {
    if (definitions.has(tool.name)) throw listedTwice(options.server, tool.name)
    try {
      definitions.set(tool.name, define(tool))
      if (tool.hasFaultyOutputSchema) report(droppedSchema(tool))
    } catch (error) {
      if (!DefinitionError.is(error) || isDefinable(tool, define)) throw error
      report({ ...refusedTool(tool.name, 'its schemas are none.'), cause: error })
    }
  }
  for (const name of Object.keys(options.tools ?? {}).filter((one) => !definitions.has(one))) {
    report({
      kind: 'unknown-tool',
      tool: name,
      message: `the options name a tool ${quoteName(name)}, which it does not have.`,
    })
  }
  return definitions
}

/** Whether a tool is as good as another: what is wrong is what the operator says of it then. */
function isDefinable(tool: ForeignTool, define: Define): boolean {
  try {
    define(tool, {})
    return true
  } catch {
    return false
  }
}

function refusedTool(name: string | undefined, why: string): Omit<ForeignServerFinding, 'server'> {
  const which = name === undefined ? 'a tool' : `the tool ${quoteName(name)}`
  const message = `${which} was left out: ${why}`
  return { kind: 'refused-tool', ...(name !== undefined && { tool: name }), message }
}

function droppedSchema({ name }: ForeignTool): Omit<ForeignServerFinding, 'server'> {
  const message = `the output schema of the tool ${quoteName(name)} is none, so its results are not held to it.`
  return { kind: 'dropped-output-schema', tool: name, message }
}

function listedTwice(server: string, name: string): DefinitionError {
  const message = `the server lists the tool ${quoteName(name)} more than once.`
  const fix = 'Ask whoever runs the server which one is meant.'
  return new DefinitionError([{ subject: `mcpTools ${server}`, message, fix }])
}

const longestWhy = 1000

function unreachable(server: string, { cause }: LinkDown): DefinitionError {
  const why =
    cause instanceof Error ? foreignWords(cause.message, longestWhy) : 'it cannot be reached'
  const message = `its tools cannot be read: ${why}`
  const fix = 'See that the server runs and that the transport is right.'
  return new DefinitionError([{ subject: `mcpTools ${server}`, message, fix }], { cause })
}
