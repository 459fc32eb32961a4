import { forAnthropic } from '../../schema/projections/for-anthropic.js'
import { forGemini } from '../../schema/projections/for-gemini.js'
import { forMcp } from '../../schema/projections/for-mcp.js'
import { forOpenAi } from '../../schema/projections/for-open-ai.js'
import type { Projection } from '../../schema/projections/projection.js'
import type { SchemaLoss } from '../../schema/projections/source/schema-loss.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { paint } from '../terminal/paint.js'
import { formatTable } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'
import { jsonText } from '../terminal/json-text.js'

const projections = {
  openai: forOpenAi(),
  'openai-strict': forOpenAi({ strict: true }),
  anthropic: forAnthropic(),
  'anthropic-strict': forAnthropic({ strict: true }),
  gemini: forGemini(),
  mcp: forMcp(),
  'mcp-2025-11-25': forMcp({ revision: '2025-11-25' }),
} as const satisfies Record<string, Projection>

/** A model or protocol that a tool can be shown as. */
export type ProjectionName = keyof typeof projections

/** Every one of them. */
export const projectionNames = Object.keys(projections) as readonly ProjectionName[]

/** How it is shown. */
export interface ProjectOptions {
  readonly isJson: boolean
  readonly terminal: Terminal
}

/**
 * The schema that one model is sent for a tool, and what it loses.
 *
 * @throws DefinitionError when the model cannot be given the tool at all.
 */
export function projectFor(
  name: ProjectionName,
  { inputSchema }: ToolDefinition,
  { isJson, terminal }: ProjectOptions,
): string {
  const { schema, strict, losses } = projections[name].project(inputSchema)
  if (isJson) return jsonText({ schema, strict, losses })
  const heading = paint(terminal, 'strong', losses.length === 0 ? 'No losses' : 'Losses')
  return [jsonText(schema), '', heading, ...toLines(losses)].join('\n')
}

function toLines(losses: readonly SchemaLoss[]): readonly string[] {
  if (losses.length === 0) return []
  const rows = losses.map(({ kind, path, message }) => [
    kind,
    path === '' ? '(root)' : path,
    message,
  ])
  return formatTable(rows)
    .split('\n')
    .map((line) => `  ${line}`)
}
