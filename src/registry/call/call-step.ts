import type { ToolContext } from '../../tools/tool-context.js'
import type { AdmittedArguments, ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { LiveCall } from './live-call.js'
import type { Passage } from './passage.js'
import { SeenCall } from './seen-call.js'

/** What a call on its way inwards is made of. */
export interface CallStepParts {
  readonly definition: ToolDefinition
  /** What admit made of what the call carries. */
  readonly admitted: AdmittedArguments
  readonly context: ToolContext
}

/** One stage of a call: a layer with all that is inside it, or the innermost stage. */
export type Stage = (step: CallStep, live: LiveCall) => Promise<ToolOutcome>

/** A call on its way inwards. */
export class CallStep {
  readonly admitted: AdmittedArguments
  readonly context: ToolContext
  /** The passage through the layer round it; undefined outside all layers. */
  readonly inside: Passage | undefined
  readonly #definition: ToolDefinition
  #call: ToolCall | undefined

  constructor({ definition, admitted, context }: CallStepParts, inside?: Passage) {
    this.#definition = definition
    this.admitted = admitted
    this.context = context
    this.inside = inside
  }

  /**
   * The frozen call that layers see, made for the first of them. Its arguments and what the body gets come from one
   * admission, so that what reaches the innermost stage is always what was admitted. The JSON is made only when somebody
   * reads it.
   */
  get call(): ToolCall {
    return (this.#call ??= new SeenCall(this.#definition, this))
  }

  /** The same call inside of a layer. */
  goInside(passage: Passage): CallStep {
    const { admitted, context } = this
    const step = new CallStep({ definition: this.#definition, admitted, context }, passage)
    step.#call = this.#call
    return step
  }
}
