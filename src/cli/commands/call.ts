import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'

import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { viewCommand } from '../app-command.js'
import { openRegistry, type ViewOptions } from '../manifest/open-registry.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { CommandFailure, exitCodes } from '../command-failure.js'
import type { Terminal } from '../terminal/terminal.js'
import { jsonText } from '../terminal/json-text.js'

interface CallOptions extends AppOptions, ViewOptions {
  readonly args?: string
  readonly yes?: boolean
  readonly tenant?: string
}

/** `tallystick call <tool>`: calls one tool, after asking where it changes the world. */
export function callCommand({ terminal }: CommandContext): Command {
  return viewCommand('call', 'calls one tool, as it is granted, and prints its output as JSON')
    .argument('<tool>', 'server/name, tool://server/name or the wire name')
    .option('--args <json>', 'the arguments: JSON text, @file, or - for standard input', '{}')
    .option('--tenant <id>', 'the tenant the call is made for')
    .option('--yes', 'do not ask before a tool that changes the world')
    .action(async (tool: string, options: CallOptions) => {
      const input = await readArguments(options.args ?? '{}', terminal)
      const registry = await openRegistry(options, terminal, 'enforce')
      const definition = registry.get(tool)
      const isAsked = terminal.isInteractive && options.args !== '-'
      if (options.yes !== true) await assertWanted(definition, isAsked ? terminal : undefined)
      const { tenant } = options
      const context: ToolContextInit = tenant === undefined ? {} : { tenantId: tenant }
      terminal.print(toJson(await registry.dispatch(definition.id, input, context)))
    })
}

async function readArguments(given: string, terminal: Terminal): Promise<unknown> {
  const text = given === '-' ? await terminal.readInput() : readText(given, terminal.cwd)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    const reason = 'Pass one JSON object, for example --args \'{"account":"A-1"}\'.'
    throw new CommandFailure(`--args: it is not JSON. ${reason}`, { cause })
  }
}

function readText(given: string, cwd: string): string {
  if (!given.startsWith('@')) return given
  const path = resolve(cwd, given.slice(1))
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new CommandFailure(`--args: the file ${path} cannot be read. Name a JSON file.`, {
      cause,
    })
  }
}

/** Asks before a tool that changes the world; `terminal` is undefined where there is nobody to ask. */
async function assertWanted(
  { id, effect, mutates }: ToolDefinition,
  terminal: Terminal | undefined,
): Promise<void> {
  if (!mutates) return
  const does = `${id.toString()} changes the world (effect: ${effect}).`
  if (terminal === undefined) {
    throw new CommandFailure(`${does} Nobody can be asked here; pass --yes to call it.`)
  }
  if (await terminal.confirm(`${does} Call it?`)) return
  throw new CommandFailure(`${id.toString()}: not called.`, { exitCode: exitCodes.failed })
}

/** The output, or what a suspended call waits for. */
function toJson(outcome: ToolOutcome): string {
  const shown = outcome.status === 'output' ? outcome.value : outcome
  return jsonText(shown)
}
