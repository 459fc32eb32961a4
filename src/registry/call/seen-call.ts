import type { JsonObject } from '../../schema/json.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { AdmittedArguments, ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolCall } from '../../tools/tool-layer.js'

/**
 * A call as layers see it: frozen, with three members of its own, so that a copy such as `{ ...call }` has them all. The
 * JSON of its arguments is made when somebody reads it. One getter serves all calls: an accessor of its own would give each
 * call a hidden class of its own, which takes longer than all else that a layer costs.
 */
export class SeenCall implements ToolCall {
  readonly #admitted: AdmittedArguments
  declare readonly definition: ToolDefinition
  declare readonly arguments: JsonObject
  declare readonly context: ToolContext

  constructor(
    definition: ToolDefinition,
    { admitted, context }: { readonly admitted: AdmittedArguments; readonly context: ToolContext },
  ) {
    this.#admitted = admitted
    this.definition = definition
    Object.defineProperty(this, 'arguments', SeenCall.#arguments)
    this.context = context
    Object.freeze(this)
  }

  /** The call itself, or the one that an object was made of by `Object.create`. */
  static #find(receiver: object): SeenCall {
    let at: object | null = receiver
    while (at !== null) {
      if (#admitted in at) return at
      at = Object.getPrototypeOf(at) as object | null
    }
    throw new TypeError(
      'Only a call and copies of it have its arguments, and a Proxy is none. Pass a copy: { ...call }.',
    )
  }

  static readonly #arguments: PropertyDescriptor & ThisType<SeenCall> = {
    enumerable: true,
    get() {
      return SeenCall.#find(this).#admitted.json
    },
  }
}
