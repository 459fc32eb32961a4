import { Option, type Command } from 'commander'

import { watchSignals } from '../../mcp/server/stdio/watch-signals.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { appCommand } from '../app-command.js'
import type { CommandContext } from '../command-context.js'
import { CommandFailure } from '../command-failure.js'
import { openServed, type ServedOptions } from '../serve/open-served.js'

interface ServeCommandOptions extends ServedOptions {
  readonly stdio?: boolean
  readonly http?: boolean
  readonly host?: string
  readonly port?: string
  readonly json?: boolean
  readonly names?: 'bare' | 'wire'
  readonly tenant?: string
  readonly principal?: string
}

/** `tallystick serve`: serves the granted tools of the app over MCP until its client leaves or it is told to end. */
export function serveCommand({ terminal }: CommandContext): Command {
  return appCommand('serve', 'serves the granted tools of the app over MCP')
    .option('--stdio', 'to the one program that starts this command')
    .option('--http', 'to programs of this machine; others need mcpHandler with authenticate')
    .option('--port <number>', 'the port of --http (default: one that is free)')
    .option('--host <name>', 'the host of --http (default: 127.0.0.1)')
    .option('--manifest <file>', 'the manifest (default: what the app says, else tallystick.yaml)')
    .addOption(
      new Option('--manifest-mode <mode>', 'with `warn`, serve what code and manifest agree on')
        .choices(['enforce', 'warn'])
        .default('enforce'),
    )
    .option('--agent <name>', 'only the tools of this agent of the manifest')
    .addOption(
      new Option('--names <names>', 'what tools are called: their names alone, or server__name')
        .choices(['bare', 'wire'])
        .default('bare'),
    )
    .option('--tenant <id>', 'for which tenant calls are made (default: default)')
    .option('--principal <id>', 'the person on whose behalf calls are made')
    .action(async (options: ServeCommandOptions) => {
      assertOneWay(options)
      if (options.stdio === true) await serveOnStdio(options, terminal)
      else await serveOnHttp(options, terminal)
    })
}

function assertOneWay({ stdio = false, http = false, ...options }: ServeCommandOptions): void {
  if (stdio === http) throw new CommandFailure('serve: say how. Pass either --stdio or --http.')
  if (stdio && (options.port !== undefined || options.host !== undefined)) {
    throw new CommandFailure('serve: --port and --host go with --http. Leave them out.')
  }
}

type Terminal = CommandContext['terminal']

/** Standard output belongs to the protocol before anything of the app runs, which may print while it is loaded. */
async function serveOnStdio(options: ServeCommandOptions, terminal: Terminal): Promise<void> {
  const { guardStdout } = await import('../../mcp/server/stdio/stdout-guard.js')
  const stdout = guardStdout()
  const { serveStdio } = await import('../../mcp/server/stdio/serve-stdio.js')
  const registry = await openServed(options, terminal)
  const serving = await serveStdio(registry, { ...toServeOptions(options, terminal), stdout })
  terminal.warn(startText(registry, options))
  await serving.closed
}

async function serveOnHttp(options: ServeCommandOptions, terminal: Terminal): Promise<void> {
  const { mcpHandler } = await import('../../mcp/server/http/mcp-handler.js')
  const port = readPort(options.port)
  const registry = await openServed(options, terminal)
  // One process serves them all, so it can keep what a client of 2025 needs to be asked.
  const handler = mcpHandler(registry, { ...toServeOptions(options, terminal), sessions: true })
  const { host } = options
  const listener = await handler.listen({ port, ...(host === undefined ? {} : { host }) })
  terminal.warn(startText(registry, options, listener.url))
  await new Promise<void>((end) => {
    watchSignals(end)
  })
  await listener.close()
}

function toServeOptions(
  { names, tenant: tenantId, principal }: ServeCommandOptions,
  terminal: Terminal,
) {
  const person = principal === undefined ? undefined : ({ id: principal, kind: 'person' } as const)
  return {
    names,
    caller: { tenantId, principal: person },
    onError: (error: unknown) => {
      terminal.warn(`error: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}`)
    },
  }
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new CommandFailure('serve: --port is not a port. Pass a number from 0 to 65535.')
}

/** What is said once it serves, on standard error: standard output may be the protocol's. */
function startText(registry: ToolRegistry, { json }: ServeCommandOptions, url?: string): string {
  const tools = registry.descriptors().length
  if (json === true) return JSON.stringify({ url, tools })
  const counted = tools === 1 ? '1 tool' : `${tools.toString()} tools`
  return `serving ${counted} on ${url ?? 'standard input and output'}`
}
