import type { JsonObject } from '../schema/json.js'
import type { callRecords, CallRecords } from './call-records.js'
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

/** The places of this package's own layers, outermost first. Layers of others have none. */
export const layerRanks = [
  'telemetry',
  'redaction',
  'output-limit',
  'policy',
  'approval',
  'retry',
  'timeout',
  'concurrency',
  'idempotency',
  'scope',
] as const

/** The place of a layer of this package among the others. */
export type LayerRank = (typeof layerRanks)[number]

/** Under this key a layer of this package says its place. @internal */
export const layerRank: unique symbol = Symbol.for('tallystick.layer.rank')

/**
 * A named wrapper round every dispatch. It returns what `next` resolved to, or its own outcome; the last
 * registered layer is the outermost.
 */
export interface ToolLayer {
  /** Unique in a registry; stands in errors and in `layerNames`. */
  readonly name: string
  /** @internal */
  readonly [repeatsNext]?: true
  /** @internal */
  readonly [layerRank]?: LayerRank | undefined
  /** The records a layer keeps of suspended calls. @internal */
  readonly [callRecords]?: CallRecords | undefined
  /** Goes on inwards by `next(call)` and returns its outcome, or answers itself. */
  handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome>
}
