import type { Command } from 'commander'

import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { viewCommand } from '../app-command.js'
import { openRegistry, type ViewOptions } from '../manifest/open-registry.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { defaultTenant } from '../journal/journal-command.js'
import { findOutcomeNote } from '../journal/outcome-note.js'
import { confirm } from '../terminal/confirm.js'
import { readJsonOption } from '../terminal/json-option.js'
import type { Terminal } from '../terminal/terminal.js'
import { jsonText } from '../terminal/json-text.js'

interface CallOptions extends AppOptions, ViewOptions {
  readonly args?: string
  readonly yes?: boolean
  readonly tenant?: string
  readonly principal?: string
}

/** `tallystick call <tool>`: calls one tool, after asking where it changes the world. */
export function callCommand({ terminal }: CommandContext): Command {
  return viewCommand('call', 'calls one tool, as it is granted, and prints its output as JSON')
    .argument('<tool>', 'server/name, tool://server/name or the wire name')
    .option('--args <json>', 'the arguments: JSON text, @file, or - for standard input', '{}')
    .option('--tenant <id>', 'the tenant the call is made for')
    .option('--principal <id>', 'the person on whose behalf it is made')
    .option('--yes', 'do not ask before a tool that changes the world')
    .action(async (tool: string, options: CallOptions) => {
      const input = await readArguments(options.args ?? '{}', terminal)
      const registry = await openRegistry(options, terminal, 'enforce')
      const definition = registry.get(tool)
      const isAsked = terminal.isInteractive && options.args !== '-'
      if (options.yes !== true) await assertWanted(definition, isAsked ? terminal : undefined)
      const { tenant } = options
      const outcome = await registry.dispatch(definition.id, input, toContext(options))
      terminal.print(toJson(outcome))
      const note = await findOutcomeNote(outcome, { registry, tenantId: tenant ?? defaultTenant })
      if (note !== undefined) terminal.warn(note)
    })
}

function toContext({ tenant, principal }: CallOptions): ToolContextInit {
  return {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(principal === undefined ? {} : { principal: { id: principal, kind: 'person' } }),
  }
}

function readArguments(given: string, terminal: Terminal): Promise<unknown> {
  const fix = 'Pass one JSON object, for example --args \'{"account":"A-1"}\'.'
  return readJsonOption({ name: '--args', given, fix }, terminal)
}

/** Asks before a tool that changes the world; `terminal` is undefined where there is nobody to ask. */
async function assertWanted(
  { id, effect, mutates }: ToolDefinition,
  terminal: Terminal | undefined,
): Promise<void> {
  if (!mutates) return
  const does = `${id.toString()} changes the world (effect: ${effect}).`
  const undone = `${id.toString()}: not called.`
  await confirm({ does, question: 'Call it?', verb: 'call it', undone }, terminal)
}

/** The output, or what a suspended call waits for. */
function toJson(outcome: ToolOutcome): string {
  const shown = outcome.status === 'output' ? outcome.value : outcome
  return jsonText(shown)
}
