import { ToolError } from '../errors/tool-error.js'
import type { JsonObject } from '../schema/json.js'
import type { ToolOutcome } from '../tools/outcome.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../tools/tool-layer.js'
import { layerError } from '../registry/call/layer-error.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from './layer-options.js'
import { toRule } from '../errors/option-problems.js'
import { isDeclaredArgument } from './redaction/declared-names.js'
import { JsonRedaction, type RedactionRules } from './redaction/json-redaction.js'
import { OutgoingRedaction } from './redaction/outgoing-redaction.js'
import { announceRedaction, tellArguments } from './redaction/redaction-in-force.js'
import { redactionProblems } from './redaction/redaction-problems.js'

export type { RedactionRules } from './redaction/json-redaction.js'

/** What `RedactionLayer` takes. */
export interface RedactionLayerOptions extends LayerNameOption {
  /** What is hidden on the way in, from everything further in: the layers, the journal, the approver and the body. */
  readonly arguments?: RedactionRules | undefined
  /** What is hidden on the way out. Patterns count for what a suspension asks and for errors, too. */
  readonly output?: RedactionRules | undefined
  /**
   * What stands in the place of what is hidden.
   * @defaultValue `'[redacted]'`
   */
  readonly replacement?: string | undefined
}

/**
 * Hides secrets in both directions: whole values by their path, parts of texts by patterns, at any depth. Keys that a
 * schema declares stay. Changed arguments are admitted again, and refused when they are no longer valid; a changed output
 * that breaks its schema is refused as `OUTPUT_INVALID`.
 *
 * @example
 * ```ts
 * new RedactionLayer({ output: { paths: ['customer.taxId', 'lines[].card'], patterns: [/\b\d{13,19}\b/] } })
 * ```
 */
export class RedactionLayer implements ToolLayer {
  readonly name: string
  /** @internal */
  readonly [layerRank] = 'redaction'
  readonly #arguments: JsonRedaction
  readonly #output: OutgoingRedaction

  /** @throws DefinitionError with every option, path and pattern that is wrong. */
  constructor(options: RedactionLayerOptions) {
    assertLayerOptions(options, {
      subject: 'RedactionLayer',
      rules: optionRules,
      problems: problemsOf(options),
    })
    const { replacement = defaultReplacement } = options
    this.name = options.name ?? 'redaction'
    this.#arguments = new JsonRedaction(options.arguments ?? {}, replacement)
    this.#output = new OutgoingRedaction(options.output ?? {}, replacement)
    Object.freeze(this)
  }

  /**
   * Goes on inwards without what is hidden, and hides what comes back.
   * @throws ToolError INVALID_ARGUMENTS or OUTPUT_INVALID when what is left is not valid.
   */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    try {
      const inner = this.#redactCall(call)
      tellArguments(inner)
      return this.#redactOutcome(call, await next(inner))
    } catch (thrown) {
      throw ToolError.is(thrown) ? this.#output.error(thrown) : thrown
    }
  }

  #redactCall(call: ToolCall): ToolCall {
    const { definition } = call
    if (this.#arguments.isEmpty && this.#output.isEmpty) return call
    const context = announceRedaction(call.context, this.#output)
    const isDeclared = (key: string): boolean => isDeclaredArgument(definition, key)
    const redacted = this.#arguments.redact(call.arguments, isDeclared) as JsonObject
    return { definition, arguments: redacted, context }
  }

  #redactOutcome(call: ToolCall, outcome: ToolOutcome): ToolOutcome {
    const redacted = this.#output.outcome(outcome, call.definition)
    if (redacted === outcome || redacted.status !== 'output') return redacted
    const issues = call.definition.checkOutput(redacted.value)
    if (issues.length === 0) return redacted
    throw layerError(call, {
      code: 'OUTPUT_INVALID',
      disposition: 'landed',
      issues,
      why: `what is left of its output breaks its schema. Let the schema allow the replacement.`,
    })
  }
}

const defaultReplacement = '[redacted]'

const optionRules = {
  name: layerRules.name,
  arguments: toRule('{ paths?, patterns? }', () => true),
  output: toRule('{ paths?, patterns? }', () => true),
  replacement: layerRules.text,
}

function problemsOf(options: unknown): ReturnType<typeof redactionProblems> {
  // A function has `arguments` that nobody may read.
  const given = (typeof options === 'object' ? (options ?? {}) : {}) as RedactionLayerOptions
  const { replacement = defaultReplacement } = given
  return [
    ...redactionProblems('arguments', given.arguments, replacement),
    ...redactionProblems('output', given.output, replacement),
  ]
}
