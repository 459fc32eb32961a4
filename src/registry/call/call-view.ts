import type { ToolIdentity } from '../../errors/tool-error.js'
import { toJsonOutput } from '../../schema/json-output.js'
import type { CallRecords } from '../../tools/call-records.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolGrant } from '../../tools/tool-grants.js'
import type { LinkedView } from './live-link.js'
import type { Dispatch } from './dispatch-request.js'
import type { RegistryState } from './registry-state.js'

/** The registry that a call came through, as its body and its layers reach it. */
export class CallView implements LinkedView {
  readonly #state: RegistryState
  readonly #definition: ToolDefinition | undefined
  readonly #dispatch: Dispatch

  constructor(state: RegistryState, definition: ToolDefinition | undefined, dispatch: Dispatch) {
    this.#state = state
    this.#definition = definition
    this.#dispatch = dispatch
  }

  get registry(): object {
    return this.#state.registry
  }

  get records(): CallRecords | undefined {
    return this.#state.stack.records
  }

  findGrant(): ToolGrant | undefined {
    return this.#definition && this.#state.grants?.findGrant(this.#definition.id)
  }

  dispatch(ref: string | ToolIdentity, input: unknown, context: ToolContext): Promise<ToolOutcome> {
    return this.#dispatch(this.#state, { ref, input: toPlainInput(input), context })
  }
}

/** What a body hands on may hold instances and Dates, as its own arguments do; a model's input never does. */
function toPlainInput(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  const json = toJsonOutput(input)
  return json.status === 'json' ? json.value : input
}
