import type { ToolContext } from '../../tools/tool-context.js'
import type { AdmittedArguments, ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { LiveCall } from './live-call.js'
import type { Passage } from './passage.js'

/** A call on its way inwards, with the arguments that admit made of what it carries. */
export interface CallStep {
  readonly call: ToolCall
  readonly admitted: AdmittedArguments
  /** The passage through the layer round it; undefined outside all layers. */
  readonly inside?: Passage
}

/** One stage of a call: a layer with all that is inside it, or the innermost stage. */
export type Stage = (step: CallStep, live: LiveCall) => Promise<ToolOutcome>

/**
 * A frozen call for layers. Its arguments and what the body gets come from one admission, so that what reaches
 * the innermost stage is always what was admitted. The JSON is made only when somebody reads it.
 */
export function createStep(
  definition: ToolDefinition,
  admitted: AdmittedArguments,
  context: ToolContext,
): CallStep {
  const call = Object.freeze({
    definition,
    get arguments() {
      return admitted.json
    },
    context,
  })
  return { call, admitted }
}
