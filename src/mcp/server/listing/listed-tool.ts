import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server'

import { forMcp } from '../../../schema/projections/for-mcp.js'
import type { ProjectedOutput, Projection } from '../../../schema/projections/projection.js'
import type { Effect } from '../../../tools/effect.js'
import type { ToolDefinition } from '../../../tools/tool-definition.js'

/** Which revisions are spoken: `modern` from 2026-07-28 on, `legacy` those of 2025 and before. */
export type Era = 'legacy' | 'modern'

const projections: Readonly<Record<Era, Projection>> = {
  legacy: forMcp({ revision: '2025-11-25' }),
  modern: forMcp({ revision: '2026-07-28' }),
}

/**
 * A tool as a listing shows it.
 * @throws DefinitionError when its schemas cannot be made, or cannot be told over MCP.
 */
export function toListedTool(definition: ToolDefinition, name: string, era: Era): Tool {
  const { title, icons = [], description, inputSchema, effect } = definition
  const output = findOutput(definition, era)
  return Object.freeze({
    name,
    ...(title === undefined ? {} : { title }),
    ...(icons.length === 0 ? {} : { icons: icons.map((icon) => ({ ...icon })) as Tool['icons'] }),
    description,
    inputSchema: projections[era].project(inputSchema).schema as Tool['inputSchema'],
    ...(output === undefined ? {} : { outputSchema: output.schema }),
    annotations: hints[effect],
  })
}

/** The output schema as an era has it; undefined for a tool that declares none. */
export function findOutput(
  { outputSchema }: ToolDefinition,
  era: Era,
): ProjectedOutput | undefined {
  return outputSchema && projections[era].projectOutput?.(outputSchema)
}

/** All four, so that no client falls back on a default; what is not known is stated as the worse. */
const hints: Readonly<Record<Effect, ToolAnnotations>> = {
  read: Object.freeze({
    ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  }),
  idempotent: Object.freeze({
    ...{ readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  }),
  write: Object.freeze({
    ...{ readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  }),
}
