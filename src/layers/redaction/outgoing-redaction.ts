import { restateError, type ToolError } from '../../errors/tool-error.js'
import type { Issue } from '../../errors/issue.js'
import type { JsonObject } from '../../schema/json.js'
import type { ToolOutcome, ToolOutput } from '../../tools/outcome.js'
import type { Suspension } from '../../tools/suspension.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { isDeclaredArgument, isDeclaredOutput } from './declared-names.js'
import { JsonRedaction, type RedactionRules } from './json-redaction.js'
import { redactSchema } from './schema-redaction.js'

/** Hides what leaves a call: its output, the question it suspends with, the words of its error. What needs no hiding stays itself. */
export class OutgoingRedaction {
  readonly #values: JsonRedaction
  readonly #words: JsonRedaction

  constructor(rules: RedactionRules, replacement: string) {
    this.#values = new JsonRedaction(rules, replacement)
    this.#words = new JsonRedaction({ patterns: rules.patterns }, replacement)
  }

  get isEmpty(): boolean {
    return this.#values.isEmpty
  }

  text(text: string): string {
    return this.#words.texts.redact(text)
  }

  outcome(outcome: ToolOutcome, definition: ToolDefinition): ToolOutcome {
    if (outcome.status === 'output') return this.#output(outcome, definition)
    const suspension = this.#suspension(outcome.suspension)
    return suspension === outcome.suspension ? outcome : { status: 'suspended', suspension }
  }

  error(error: ToolError): ToolError {
    if (this.#words.isEmpty) return error
    const { message, modelText, issues } = error
    const shown = issues.map((issue) => this.#issue(issue))
    return restateError(error, {
      message: this.text(message),
      modelText: this.text(modelText),
      issues: shown.every((issue, index) => issue === issues[index]) ? issues : shown,
    })
  }

  /** Arguments as they may be shown where outputs may be. */
  arguments(shown: JsonObject, definition: ToolDefinition): JsonObject {
    return this.#words.redact(shown, (key) => isDeclaredArgument(definition, key)) as JsonObject
  }

  #output(output: ToolOutput, definition: ToolDefinition): ToolOutcome {
    const value = this.#values.redact(output.value, (key) => isDeclaredOutput(definition, key))
    return value === output.value ? output : { ...output, value }
  }

  #suspension(suspension: Suspension): Suspension {
    const reason = this.text(suspension.reason)
    const inputSchema = redactSchema(suspension.inputSchema, this.#words)
    const isSame = reason === suspension.reason && inputSchema === suspension.inputSchema
    return isSame ? suspension : { ...suspension, reason, inputSchema }
  }

  #issue(issue: Issue): Issue {
    const path = this.text(issue.path)
    const code = this.text(issue.code)
    const message = this.text(issue.message)
    const isSame = path === issue.path && code === issue.code && message === issue.message
    return isSame ? issue : { path, code, message }
  }
}
