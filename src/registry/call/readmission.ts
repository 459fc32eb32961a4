import { isSameJson } from '../../schema/same-json.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { admitArguments } from './admit-arguments.js'
import { keyedContext } from './call-keys.js'
import { CallStep } from './call-step.js'
import type { LiveCall } from './live-call.js'
import type { Readmits } from './live-link.js'

/** How a call that has begun takes other arguments. */
export class Readmission implements Readmits {
  readonly #live: LiveCall

  constructor(live: LiveCall) {
    this.#live = live
  }

  /** The call with them: admitted anew, with the key they give it, and judged by the layers further out. */
  async readmit(call: ToolCall, changed: unknown): Promise<ToolCall> {
    const live = this.#live
    const admitted = await admitArguments(live, changed)
    const context = keyedContext(live, admitted, call.context)
    const changedCall = new CallStep({ definition: call.definition, admitted, context }).call
    if (!isSameJson(admitted.json, call.arguments)) await live.link.judge(changedCall)
    return changedCall
  }
}
