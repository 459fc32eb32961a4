import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { Projection } from '../../schema/projections/projection.js'
import {
  offerTools,
  type CatalogueOptions,
  type CatalogueReport,
  type OfferedTool,
} from './offered-tools.js'
import { createTurnAnswerer, type TurnAnswerer, type TurnFormat } from './turn.js'

/** The tools of a registry for one API, and what answers calls of them. */
export interface TurnTools<Tools, Answer, Result, Message>
  extends CatalogueReport, TurnAnswerer<Answer, Result, Message> {
  /** For `tools` of a request. */
  readonly tools: Tools
}

/** How an API takes tools, and how it carries calls and results. */
export interface TurnApi<Tools, Answer, Result, Message>
  extends TurnFormat<Answer, Result, Message>, CatalogueOptions {
  readonly projection: Projection
  readonly toTools: (offered: readonly OfferedTool[]) => Tools
}

/**
 * The tools of a registry for an API whose turns are answered whole.
 * @throws DefinitionError when a schema cannot be made and, with `onLoss: 'throw'`, when a tool cannot be offered.
 */
export function createTurnTools<Tools, Answer, Result, Message>(
  registry: ToolRegistry,
  { projection, onLoss, toTools, ...format }: TurnApi<Tools, Answer, Result, Message>,
): TurnTools<Tools, Answer, Result, Message> {
  const offer = offerTools(registry, projection, { onLoss })
  const { dropped, losses } = offer
  const answerer = createTurnAnswerer<Answer, Result, Message>(offer, format)
  return Object.freeze({ tools: toTools(offer.tools), dropped, losses, ...answerer })
}
