import { findClassArguments } from '../../registry/define/definition-arguments.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { paint } from '../terminal/paint.js'
import { onOneLine } from '../terminal/safe-text.js'
import type { Terminal } from '../terminal/terminal.js'

/** How the arguments of a tool are admitted, and what keeps its class from being compiled. */
export function describeAdmission(
  definition: ToolDefinition,
  terminal: Terminal,
): readonly string[] {
  return [paint(terminal, 'strong', 'Admission'), `  ${admissionOf(definition)}`]
}

function admissionOf(definition: ToolDefinition): string {
  const args = findClassArguments(definition)
  if (args === undefined) return 'by its JSON Schema'
  const { obstacle } = args
  if (obstacle === undefined) return 'compiled'
  return `not compiled, each call asks rule after rule: ${onOneLine(obstacle)}`
}
