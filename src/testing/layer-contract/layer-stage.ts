import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { ToolError } from '../../errors/tool-error.js'
import { defineTool } from '../../registry/define/define-tool.js'
import { ToolRegistry } from '../../registry/tool-registry.js'
import type { JsonValue } from '../../schema/json.js'
import type { Effect } from '../../tools/effect.js'
import type { ToolContext, ToolContextInit } from '../../tools/tool-context.js'
import type { ToolEvent } from '../../tools/tool-event.js'
import type { ToolCall, ToolLayer } from '../../tools/tool-layer.js'

/** The arguments of the tool that layers are tried on. */
export interface TriedArguments {
  readonly note: string
  readonly count: number
}

/** What the body of the tool does. */
export type TriedBody = (args: TriedArguments, context: ToolContext) => unknown

/** How a layer is tried. */
export interface Trial {
  readonly layer: ToolLayer
  readonly body?: TriedBody
  /** @defaultValue `'write'` */
  readonly effect?: Effect
  /** Layers further in, innermost first. */
  readonly inside?: readonly ToolLayer[]
  readonly outside?: readonly ToolLayer[]
}

/** What a call came to, in the same form whether it failed or not. */
export type Came =
  | { readonly value: JsonValue | undefined; readonly error?: never }
  | { readonly error: ToolError; readonly value?: never }

/** A tool under a layer, what came to the inside of it, and what was reported. */
export class LayerStage {
  /** The calls as they came out on the inside of the layer. */
  readonly inside: ToolCall[] = []
  /** How often a body started. */
  bodies = 0
  readonly #registry: ToolRegistry
  readonly #events: ToolEvent[] = []

  constructor({ layer, body = echo, effect = 'write', inside = [], outside = [] }: Trial) {
    const tool = defineTool<TriedArguments>({
      ...{ server: 'contract', name: 'tried', description: 'A tool that a layer is tried on.' },
      ...{ effect, mutates: effect !== 'read', inputSchema },
      call: (args, context) => {
        this.bodies += 1
        return body(args, context)
      },
    })
    const probe: ToolLayer = {
      name: 'contract_probe',
      handle: (call, next) => {
        this.inside.push(call)
        return next(call)
      },
    }
    const layers = [...inside, probe, layer, ...outside]
    this.#registry = layers
      .reduce((registry, one) => registry.layer(one), ToolRegistry.empty().register(tool))
      .observe((event) => this.#events.push(event))
  }

  /** Makes a call, and holds the layer to what the dispatcher holds it to. */
  async call(args: Partial<TriedArguments> = {}, context: ToolContextInit = {}): Promise<Came> {
    const input = { note: 'a note', count: 1, ...args }
    const came = await this.#registry.dispatch('contract/tried', input, context).then(
      (outcome): Came => ({ value: outcome.status === 'output' ? outcome.value : undefined }),
      (error: unknown): Came => ({ error: toToolError(error) }),
    )
    assert.ok(came.error?.code !== 'LAYER_FAILED', came.error?.message)
    return came
  }

  /** Holds the layer to have done nothing more once its calls were over. */
  async isAtRest(): Promise<void> {
    for (let turn = 0; turn < turnsAtRest; turn += 1) await nextTurn()
    const broken = this.#events.find(({ type }) => type === 'broken-layer')
    assert.equal(broken?.type === 'broken-layer' ? broken.error.message : undefined, undefined)
  }
}

/** Enough for what a layer does without being waited for. */
const turnsAtRest = 10

const inputSchema = {
  type: 'object',
  properties: { note: { type: 'string' }, count: { type: 'integer' } },
  required: ['note', 'count'],
} as const

function echo({ note, count }: TriedArguments): JsonValue {
  return { note, count }
}

function toToolError(error: unknown): ToolError {
  assert.ok(ToolError.is(error), 'a call rejects with a ToolError')
  return error
}
