import { Option, type Command } from 'commander'

import type { KeyRule } from '../../tools/key-rule.js'
import { toDescriptor, type ToolDefinition } from '../../tools/tool-definition.js'
import { viewCommand } from '../app-command.js'
import { openRegistry, type ViewOptions } from '../manifest/open-registry.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { describeAdmission } from '../describe/describe-admission.js'
import { describeArguments } from '../describe/describe-arguments.js'
import { onOneLine } from '../terminal/safe-text.js'
import { paint } from '../terminal/paint.js'
import type { Terminal } from '../terminal/terminal.js'
import { projectFor, projectionNames, type ProjectionName } from '../describe/project-for.js'
import { jsonText } from '../terminal/json-text.js'

interface DescribeOptions extends AppOptions, ViewOptions {
  readonly for?: ProjectionName
  readonly verbose?: true
}

/** `tallystick describe <tool>`: everything a model and its reviewer see of one tool. */
export function describeCommand({ terminal }: CommandContext): Command {
  return viewCommand('describe', 'describes one tool, or shows it as one model sees it')
    .argument('<tool>', 'server/name, tool://server/name or the wire name')
    .addOption(
      new Option('--for <model>', 'print the schema that is sent there, and what it loses').choices(
        projectionNames,
      ),
    )
    .option('--verbose', 'also say how its arguments are admitted')
    .action(async (tool: string, options: DescribeOptions) => {
      const registry = await openRegistry(options, terminal, 'warn')
      const definition = registry.get(tool)
      terminal.print(describeTool(definition, options, terminal))
    })
}

function describeTool(
  definition: ToolDefinition,
  { for: model, json, verbose }: DescribeOptions,
  terminal: Terminal,
): string {
  if (model !== undefined) return projectFor(model, definition, { isJson: json === true, terminal })
  const descriptor = toDescriptor(definition)
  const { title, description, effect, wireName, source, keyRule } = definition
  if (json === true) return jsonText({ ...descriptor, ...(keyRule && { keyRule }) })
  const heading = paint(terminal, 'strong', definition.id.toString())
  const words = description === '' ? paint(terminal, 'caution', 'none') : onOneLine(description)
  return [
    title === undefined ? heading : `${heading}  ${onOneLine(title)}`,
    '',
    `says       ${words}`,
    `effect     ${effect}`,
    `wire name  ${wireName}`,
    `source     ${source}`,
    ...(keyRule === undefined ? [] : [`key        ${describeKey(keyRule)}`]),
    ...(definition.groups.length === 0 ? [] : [`groups     ${definition.groups.join(', ')}`]),
    '',
    paint(terminal, 'strong', 'Arguments'),
    ...describeArguments(definition.inputSchema),
    ...(verbose === true ? ['', ...describeAdmission(definition, terminal)] : []),
    ...(definition.outputSchema === undefined ? [] : describeOutput(definition, terminal)),
  ].join('\n')
}

function describeKey(rule: KeyRule): string {
  return rule.kind === 'path' ? onOneLine(rule.path) : 'by a function of the arguments'
}

function describeOutput({ outputSchema }: ToolDefinition, terminal: Terminal): readonly string[] {
  const heading = paint(terminal, 'strong', 'Output')
  return ['', heading, `  ${jsonText(outputSchema).replaceAll('\n', '\n  ')}`]
}
