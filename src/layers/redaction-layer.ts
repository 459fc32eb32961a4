import { restateError, ToolError } from '../errors/tool-error.js'
import type { JsonObject } from '../schema/json.js'
import type { ToolOutcome, ToolOutput } from '../tools/outcome.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../tools/tool-layer.js'
import { layerError } from './layer-error.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from './layer-options.js'
import { toRule } from '../errors/option-problems.js'
import { JsonRedaction, type RedactionRules } from './redaction/json-redaction.js'
import { announceRedaction } from './redaction/redaction-in-force.js'
import { redactionProblems } from './redaction/redaction-problems.js'

export type { RedactionRules } from './redaction/json-redaction.js'

/** What `RedactionLayer` takes. */
export interface RedactionLayerOptions extends LayerNameOption {
  /** What is hidden on the way in, from everything further in: the layers, the journal, the approver and the body. */
  readonly arguments?: RedactionRules | undefined
  /** What is hidden on the way out. Patterns count for reasons of suspensions and for errors, too. */
  readonly output?: RedactionRules | undefined
  /**
   * What stands in the place of what is hidden.
   * @defaultValue `'[redacted]'`
   */
  readonly replacement?: string | undefined
}

/**
 * Hides secrets in both directions: whole values by their path, parts of texts by patterns, at any depth. Keys are never
 * changed. Changed arguments are admitted again, and refused when they are no longer valid; a changed output that breaks
 * its schema is refused as `OUTPUT_INVALID`.
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
  readonly #output: JsonRedaction

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
    this.#output = new JsonRedaction(options.output ?? {}, replacement)
    Object.freeze(this)
  }

  /**
   * Goes on inwards without what is hidden, and hides what comes back.
   * @throws ToolError INVALID_ARGUMENTS or OUTPUT_INVALID when what is left is not valid.
   */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    try {
      return this.#redactOutcome(call, await next(this.#redactCall(call)))
    } catch (thrown) {
      throw this.#redactError(thrown)
    }
  }

  #redactCall(call: ToolCall): ToolCall {
    const { texts } = this.#output
    const context = texts.isEmpty ? call.context : announceRedaction(call.context, texts)
    if (this.#arguments.isEmpty && context === call.context) return call
    const redacted = this.#arguments.redact(call.arguments) as JsonObject
    return { definition: call.definition, arguments: redacted, context }
  }

  #redactOutcome(call: ToolCall, outcome: ToolOutcome): ToolOutcome {
    if (outcome.status === 'output') return this.#redactOutput(call, outcome)
    const reason = this.#output.texts.redact(outcome.suspension.reason)
    if (reason === outcome.suspension.reason) return outcome
    return { status: 'suspended', suspension: { ...outcome.suspension, reason } }
  }

  #redactOutput(call: ToolCall, outcome: ToolOutput): ToolOutcome {
    const value = this.#output.redact(outcome.value)
    if (value === outcome.value) return outcome
    const issues = call.definition.checkOutput(value)
    if (issues.length === 0) return { ...outcome, value }
    throw layerError(call, {
      code: 'OUTPUT_INVALID',
      disposition: 'landed',
      issues,
      why: `what is left of its output breaks its schema. Let the schema allow the replacement.`,
    })
  }

  #redactError(thrown: unknown): unknown {
    if (!ToolError.is(thrown) || this.#output.texts.isEmpty) return thrown
    const redact = (text: string): string => this.#output.texts.redact(text)
    const { message, modelText, issues } = thrown
    const shown = issues.map((issue) => ({ ...issue, message: redact(issue.message) }))
    const isSame = shown.every((issue, index) => issue.message === issues[index]?.message)
    return restateError(thrown, {
      message: redact(message),
      modelText: redact(modelText),
      issues: isSame ? issues : shown,
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
  const given = (options ?? {}) as RedactionLayerOptions
  const { replacement = defaultReplacement } = given
  return [
    ...redactionProblems('arguments', given.arguments, replacement),
    ...redactionProblems('output', given.output, replacement),
  ]
}
