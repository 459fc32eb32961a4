import type { Command } from 'commander'

import { viewCommand } from '../app-command.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { callStages, type CallStage } from '../describe/call-stages.js'
import { openRegistry, type ViewOptions } from '../manifest/open-registry.js'
import { jsonText } from '../terminal/json-text.js'
import { paint } from '../terminal/paint.js'
import { formatTable } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'

/** `tallystick explain <tool>`: what a call of it goes through, first to last. */
export function explainCommand({ terminal }: CommandContext): Command {
  return viewCommand('explain', 'says what a call of one tool goes through, layer by layer')
    .argument('<tool>', 'server/name, tool://server/name or the wire name')
    .action(async (tool: string, options: AppOptions & ViewOptions) => {
      const registry = await openRegistry(options, terminal, 'warn')
      const definition = registry.get(tool)
      const stages = callStages(registry, definition)
      terminal.print(
        options.json === true
          ? jsonText({ tool: definition.id, stages })
          : toTable(stages, terminal),
      )
    })
}

function toTable(stages: readonly CallStage[], terminal: Terminal): string {
  const head = ['', 'STAGE', 'WHAT HAPPENS', 'MAY END AS'].map((cell) =>
    paint(terminal, 'faint', cell),
  )
  const rows = stages.map(({ stage, detail, codes }, index) => [
    (index + 1).toString().padStart(2),
    stage,
    detail,
    codes.join(', '),
  ])
  return formatTable([head, ...rows])
}
