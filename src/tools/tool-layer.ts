import type { JsonObject } from '../schema/json.js'
import type { ToolOutcome } from './outcome.js'
import type { ToolContext } from './tool-context.js'
import type { ToolDefinition } from './tool-definition.js'

/** One call as layers see it; frozen. A layer passes a changed copy to `next`; only `arguments` and `context` may differ. */
export interface ToolCall {
  /** The tool that is called. */
  readonly definition: ToolDefinition
  /** The admitted arguments: deep-frozen plain JSON. */
  readonly arguments: JsonObject
  /** Who and what the call belongs to. */
  readonly context: ToolContext
}

/** What a layer calls to go on inwards. */
export type NextLayer = (call: ToolCall) => Promise<ToolOutcome>

/**
 * Marks a layer that may call `next` again after it settled: the retry layer. Every other layer calls it once.
 * @internal
 */
export const repeatsNext: unique symbol = Symbol.for('tallystick.layer.repeatsNext')

/**
 * A named wrapper round every dispatch. It returns what `next` resolved to, or its own outcome; the last
 * registered layer is the outermost.
 */
export interface ToolLayer {
  /** Unique in a registry; stands in errors and in `layerNames`. */
  readonly name: string
  /** @internal */
  readonly [repeatsNext]?: true
  /** Goes on inwards by `next(call)` and returns its outcome, or answers itself. */
  handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome>
}
