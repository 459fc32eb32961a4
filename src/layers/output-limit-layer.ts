import type { ToolError } from '../errors/tool-error.js'
import { toRule } from '../errors/option-problems.js'
import type { JsonValue } from '../schema/json.js'
import type { ToolOutcome, ToolOutput } from '../tools/outcome.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../tools/tool-layer.js'
import { layerError } from './layer-error.js'
import { redactAhead } from './redaction/redaction-in-force.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from './layer-options.js'

/** What `OutputLimitLayer` takes. */
export interface OutputLimitLayerOptions extends LayerNameOption {
  /**
   * How large an output may be: the UTF-8 of a text, of anything else that of its JSON.
   * @defaultValue 65536 bytes
   */
  readonly maxBytes?: number | undefined
}

/** What the marker of a cut text takes at most. */
const smallestMaxBytes = 64

/**
 * Keeps outputs from flooding a model. A text that is too long is cut between two characters and ends in a mark that says
 * how much was left out. Any other output that is too large is refused as `OUTPUT_INVALID`, since half of it would be
 * another value; so is a cut text that its output schema does not allow. The tool did run, and the error says so.
 * Suspensions pass as they are. What a redaction layer hides is hidden before a text is cut.
 *
 * @example
 * ```ts
 * registry.layer(new OutputLimitLayer({ maxBytes: 16 * 1024 }))
 * ```
 */
export class OutputLimitLayer implements ToolLayer {
  readonly name: string
  /** @internal */
  readonly [layerRank] = 'output-limit'
  readonly #maxBytes: number

  /** @throws DefinitionError with every option that is wrong. */
  constructor(options: OutputLimitLayerOptions = {}) {
    assertLayerOptions(options, { subject: 'OutputLimitLayer', rules: optionRules })
    this.name = options.name ?? 'output_limit'
    this.#maxBytes = options.maxBytes ?? 64 * 1024
    Object.freeze(this)
  }

  /**
   * Goes on inwards and cuts what comes back.
   * @throws ToolError OUTPUT_INVALID, landed.
   */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const outcome = await next(call)
    if (outcome.status !== 'output') return outcome
    const bytes = sizeOf(outcome.value, this.#maxBytes)
    if (bytes <= this.#maxBytes) return outcome
    if (typeof outcome.value !== 'string') throw this.#tooLarge(call, bytes, 'Ask for less.')
    return this.#cut(call, outcome, outcome.value)
  }

  #cut(call: ToolCall, outcome: ToolOutput, whole: string): ToolOutcome {
    const text = redactAhead(call.context, whole)
    const bytes = Buffer.byteLength(text)
    const value = bytes <= this.#maxBytes ? text : cutText({ text, bytes }, this.#maxBytes)
    if (call.definition.checkOutput(value).length === 0) return { ...outcome, value }
    throw this.#tooLarge(call, bytes, 'Cut, it would break its schema. Ask for less.')
  }

  #tooLarge(call: ToolCall, bytes: number, fix: string): ToolError {
    const sizes = `${bytes.toString()} bytes where at most ${this.#maxBytes.toString()} may be shown`
    return layerError(call, {
      code: 'OUTPUT_INVALID',
      disposition: 'landed',
      why: `its output has ${sizes}. ${fix}`,
      modelText: `The tool ran, but its result is too large: ${sizes}. ${fix}`,
    })
  }
}

/** A text that is too long. */
interface CutOutput {
  readonly text: string
  readonly bytes: number
}

/** The bytes of an output, or fewer where it is certain that `enough` are not exceeded. */
function sizeOf(value: JsonValue, enough: number): number {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return 0
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A UTF-16 unit takes 3 bytes of UTF-8 at most.
  return text.length * 3 <= enough ? 0 : Buffer.byteLength(text)
}

function cutText({ text, bytes }: CutOutput, maxBytes: number): string {
  const mark = (leftOut: number): string => `\n[… ${leftOut.toString()} bytes left out]`
  const room = maxBytes - Buffer.byteLength(mark(bytes))
  // It stops before a character that does not fit, and never in the middle of one.
  const { read, written } = new TextEncoder().encodeInto(text, new Uint8Array(room))
  return `${text.slice(0, read)}${mark(bytes - written)}`
}

const optionRules = {
  name: layerRules.name,
  maxBytes: toRule(
    `a whole number of bytes, ${smallestMaxBytes.toString()} or more`,
    (value) => Number.isInteger(value) && Number(value) >= smallestMaxBytes,
  ),
}
