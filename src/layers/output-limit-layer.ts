import { ToolError } from '../errors/tool-error.js'
import { toRule } from '../errors/option-problems.js'
import type { JsonValue } from '../schema/json.js'
import type { ToolOutcome, ToolOutput, ToolSuspended } from '../tools/outcome.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../tools/tool-layer.js'
import { layerError } from '../registry/call/layer-error.js'
import { cutText, type CutOptions } from './output-limit/cut-text.js'
import { limitError } from './output-limit/limited-error.js'
import { errorAhead, outcomeAhead, textAhead } from './redaction/redaction-in-force.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from './layer-options.js'

/** What `OutputLimitLayer` takes. */
export interface OutputLimitLayerOptions extends LayerNameOption {
  /**
   * How large an output may be: the UTF-8 of a text, of anything else that of its JSON.
   * @defaultValue 65536 bytes
   */
  readonly maxBytes?: number | undefined
}

/** What the mark of a cut text takes at most. */
const smallestMaxBytes = 64

/**
 * Keeps what comes out of a call from flooding a model. A text that is too long is cut between two characters and ends in
 * a mark that says how much was left out: an output, the reason of a suspension, the text of an error. Anything else that
 * is too large is refused as `OUTPUT_INVALID`, since half of it would be another value; so is a cut text that its output
 * schema does not allow. The tool did run, and the error says so. Everything is measured as redaction layers further out
 * will leave it.
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
   * @throws ToolError OUTPUT_INVALID: landed, or in doubt where the call is suspended.
   */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const outcome = await next(call).catch((thrown: unknown) => {
      if (!ToolError.is(thrown)) throw thrown
      throw limitError(thrown, errorAhead(call, thrown), this.#cutOptions(call))
    })
    const shown = outcomeAhead(call, outcome)
    if (shown.status === 'suspended') return this.#limitQuestion(call, outcome, shown)
    const bytes = sizeOf(shown.value, this.#maxBytes)
    if (bytes <= this.#maxBytes) return outcome
    if (typeof shown.value === 'string') return this.#cutOutput(call, shown, shown.value)
    throw this.#tooLarge(call, { bytes, fix: 'Ask for less.' })
  }

  #cutOutput(call: ToolCall, output: ToolOutput, text: string): ToolOutcome {
    const bytes = Buffer.byteLength(text)
    const value = cutText(text, this.#cutOptions(call))
    if (value === undefined) throw this.#tooLarge(call, { bytes, fix: 'Ask for less.' })
    if (call.definition.checkOutput(value).length === 0) return { ...output, value }
    const fix = 'Cut, it would break its schema. Ask for less.'
    throw this.#tooLarge(call, { bytes, fix })
  }

  /** What a person is to answer by stays whole; what is said about it may be cut. */
  #limitQuestion(call: ToolCall, outcome: ToolOutcome, { suspension }: ToolSuspended): ToolOutcome {
    const { reason, inputSchema } = suspension
    const formBytes = Buffer.byteLength(JSON.stringify(inputSchema))
    const bytes = Buffer.byteLength(reason) + formBytes
    if (bytes <= this.#maxBytes) return outcome
    const room = this.#maxBytes - formBytes
    const cut = cutText(reason, { ...this.#cutOptions(call), maxBytes: room })
    if (cut === undefined) throw this.#questionTooLarge(call, bytes)
    return { status: 'suspended', suspension: { ...suspension, reason: cut } }
  }

  #cutOptions(call: ToolCall): CutOptions {
    return { maxBytes: this.#maxBytes, hide: (text) => textAhead(call, text) }
  }

  #tooLarge(call: ToolCall, { bytes, fix }: { bytes: number; fix: string }): ToolError {
    const sizes = this.#sizes(bytes)
    return layerError(call, {
      code: 'OUTPUT_INVALID',
      disposition: 'landed',
      why: `its output has ${sizes}. ${fix}`,
      modelText: `The tool ran, but its result is too large: ${sizes}. ${fix}`,
    })
  }

  #questionTooLarge(call: ToolCall, bytes: number): ToolError {
    const sizes = this.#sizes(bytes)
    return layerError(call, {
      code: 'OUTPUT_INVALID',
      disposition: 'in-doubt',
      why: `it suspended with a question of ${sizes}. Ask with a smaller \`inputSchema\`.`,
      modelText: `The tool waits for an answer, but its question is too large: ${sizes}.`,
    })
  }

  #sizes(bytes: number): string {
    return `${bytes.toString()} bytes where at most ${this.#maxBytes.toString()} may be shown`
  }
}

/** The bytes of an output, or fewer where it is certain that `enough` are not exceeded. */
function sizeOf(value: JsonValue, enough: number): number {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return 0
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A UTF-16 unit takes 3 bytes of UTF-8 at most.
  return text.length * 3 <= enough ? 0 : Buffer.byteLength(text)
}

const optionRules = {
  name: layerRules.name,
  maxBytes: toRule(
    `a whole number of bytes, ${smallestMaxBytes.toString()} or more`,
    (value) => Number.isInteger(value) && Number(value) >= smallestMaxBytes,
  ),
}
