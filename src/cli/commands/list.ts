import type { Command } from 'commander'

import type { ToolDescriptor } from '../../tools/tool-definition.js'
import { viewCommand } from '../app-command.js'
import { openRegistry, type ViewOptions } from '../manifest/open-registry.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { formatTable } from '../terminal/table.js'
import { onOneLine } from '../terminal/safe-text.js'
import { paint } from '../terminal/paint.js'
import type { Terminal } from '../terminal/terminal.js'
import { jsonText } from '../terminal/json-text.js'

/** `tallystick list [selectors…]`: the tools of the app. */
export function listCommand({ terminal }: CommandContext): Command {
  return viewCommand('list', 'lists the tools of the app, as they are granted')
    .argument('[selectors...]', 'tools or groups: ledger/transfer, @all, @readonly, @server:ledger')
    .action(async (selectors: readonly string[], options: AppOptions & ViewOptions) => {
      const registry = await openRegistry(options, terminal, 'warn')
      const view = selectors.length === 0 ? registry : registry.select(selectors)
      // A tool whose schema cannot be made is not one that anybody can call.
      view.verify()
      const tools = view.descriptors()
      terminal.print(options.json === true ? jsonText(tools) : toTable(tools, terminal))
    })
}

function toTable(tools: readonly ToolDescriptor[], terminal: Terminal): string {
  if (tools.length === 0) return 'No tools.'
  const head = ['TOOL', 'EFFECT', 'SOURCE', 'DESCRIPTION'].map((cell) =>
    paint(terminal, 'faint', cell),
  )
  const rows = tools.map(({ id, effect, source, description }) => [
    id,
    effect,
    source,
    firstSentence(description),
  ])
  return formatTable([head, ...rows])
}

/** The first sentence of a description, on one line. */
function firstSentence(text: string): string {
  const [sentence = ''] = onOneLine(text).split(/(?<=[.!?]) /)
  return sentence
}
