import {
  projectTools,
  type ProjectedTool,
  type ProjectedTools,
} from '../../schema/projections/project-tools.js'
import type { Projection } from '../../schema/projections/projection.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolDescriptor } from '../../tools/tool-definition.js'

/** A tool as one model is offered it. */
export type OfferedTool = ProjectedTool<ToolDescriptor>

/** What a catalogue leaves out or changes; the same for every adapter. */
export type CatalogueReport = Pick<ProjectedTools<ToolDescriptor>, 'dropped' | 'losses'>

/** What becomes of a tool whose schema the target cannot be given. */
export interface CatalogueOptions {
  /**
   * `drop` leaves that one tool out and names it in `dropped`, `keep` offers it with an object of which nothing is said,
   * `throw` refuses the list.
   * @defaultValue `'drop'`
   */
  readonly onLoss?: 'keep' | 'drop' | 'throw' | undefined
}

/** The tools of a registry as they were offered, and the registry that calls of them are dispatched on. */
export interface Offer extends CatalogueReport {
  readonly registry: ToolRegistry
  readonly tools: readonly OfferedTool[]
  /** What a model sent for a tool, in the terms of the tool. */
  fromModel(name: string, input: unknown): unknown
}

/**
 * Offers every tool of a registry that is granted. The offer belongs to the request it was made for: `fromModel` undoes
 * what the schemas in it had to add.
 *
 * @throws DefinitionError when a schema cannot be made and, with `onLoss: 'throw'`, when a tool cannot be offered.
 */
export function offerTools(
  registry: ToolRegistry,
  projection: Projection,
  { onLoss = 'drop' }: CatalogueOptions,
): Offer {
  const { tools, dropped, losses } = projectTools(registry.descriptors(), projection, { onLoss })
  const byName = new Map(tools.map((offered) => [offered.name, offered]))
  const fromModel = (name: string, input: unknown): unknown =>
    byName.get(name)?.fromModel(input) ?? input
  return Object.freeze({ registry, tools, dropped, losses, fromModel })
}

/** What a model is told of a tool: its description, and the rules on its arguments that only words can say. */
export function describeTool({ tool, note }: OfferedTool): string {
  return [tool.description, note].filter((text) => text !== undefined && text !== '').join(' ')
}

/** The schema as an object of its own, for callers that take it for theirs. */
export function copySchema({ schema }: OfferedTool): Record<string, unknown> {
  return structuredClone(schema)
}
