import type { Command } from 'commander'

import { toDescriptor, type ToolDefinition } from '../../tools/tool-definition.js'
import { appCommand } from '../app-command.js'
import { loadApp } from '../app/load-app.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { formatTable } from '../terminal/table.js'
import { paint } from '../terminal/paint.js'
import type { Terminal } from '../terminal/terminal.js'
import { selectTools } from '../app/select-tools.js'

/** `tallystick list [selectors…]`: the tools of the app. */
export function listCommand({ terminal }: CommandContext): Command {
  return appCommand('list', 'lists the tools of the app')
    .argument('[selectors...]', 'tools or groups: ledger/transfer, @all, @readonly, @server:ledger')
    .action(async (selectors: readonly string[], { app, json }: AppOptions) => {
      const { registry } = await loadApp(terminal.cwd, app)
      const definitions = selectTools(registry, selectors)
      terminal.print(json === true ? toJson(definitions) : toTable(definitions, terminal))
    })
}

function toJson(definitions: readonly ToolDefinition[]): string {
  return JSON.stringify(definitions.map(toDescriptor), undefined, 2)
}

function toTable(definitions: readonly ToolDefinition[], terminal: Terminal): string {
  const head = ['TOOL', 'EFFECT', 'SOURCE', 'DESCRIPTION'].map((cell) =>
    paint(terminal, 'faint', cell),
  )
  const rows = definitions.map((definition) => [
    definition.id.toString(),
    definition.effect,
    definition.source,
    firstSentence(definition.description),
  ])
  return formatTable([head, ...rows])
}

/** The first sentence of a description, on one line. */
function firstSentence(text: string): string {
  const [sentence = ''] = text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?]) /)
  return sentence
}
