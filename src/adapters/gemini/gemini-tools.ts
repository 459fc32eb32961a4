import { assertOptions } from '../../errors/assert-options.js'
import type { OptionRule } from '../../errors/option-problems.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { forGemini } from '../../schema/projections/for-gemini.js'
import { onLossRule } from '../../schema/projections/project-tools.js'
import type { CallAnswer } from '../turn/call-answer.js'
import { readCallId, readList, readName, readRecord, type ModelCall } from '../turn/model-call.js'
import {
  copySchema,
  describeTool,
  type CatalogueOptions,
  type OfferedTool,
} from '../turn/offered-tools.js'
import { createTurnTools, type TurnTools } from '../turn/turn-tools.js'

/** One function that a model may call. */
export interface GeminiFunctionDeclaration {
  name: string
  description: string
  parameters?: Record<string, unknown>
}

/** An entry of `tools` in a request: all functions together. */
export interface GeminiTool {
  functionDeclarations: GeminiFunctionDeclaration[]
}

/** The result of one call, a part of the user's next content. */
export interface GeminiFunctionResponse {
  functionResponse: {
    id?: string
    name: string
    response: Record<string, unknown>
  }
}

/** The content that carries the results of a turn. */
export interface GeminiContent {
  role: 'user'
  parts: GeminiFunctionResponse[]
}

/** A model's content, as far as its calls go: `response.candidates[0].content`. */
export interface GeminiAnswer {
  readonly parts?: readonly unknown[] | null | undefined
}

/** The tools of a registry for the Gemini API, and what answers calls of them; no entry where there is no tool. */
export type GeminiTools = TurnTools<
  GeminiTool[],
  GeminiAnswer,
  GeminiFunctionResponse,
  GeminiContent
>

/**
 * The tools of a registry for the Gemini API. A plain function: the package `@google/genai` is not needed, and its types
 * take what comes out, but for the schemas, whose types there are members of an enum.
 *
 * @throws DefinitionError naming every option that is wrong and every schema that cannot be made.
 * @example
 * ```ts
 * const { tools, answer } = geminiTools(registry)
 * const { candidates } = await client.models.generateContent({ model, contents, config: { tools } })
 * const turn = await answer(candidates[0].content, { runId })
 * contents.push(candidates[0].content, ...turn.messages)
 * ```
 */
export function geminiTools(registry: ToolRegistry, options: CatalogueOptions = {}): GeminiTools {
  assertOptions('geminiTools', options, rules)
  return createTurnTools(registry, {
    projection: forGemini(),
    onLoss: options.onLoss,
    toTools: (offered) =>
      offered.length > 0 ? [{ functionDeclarations: offered.map(toDeclaration) }] : [],
    form: 'value',
    readCalls: ({ parts }) =>
      readList(parts)
        .map(({ functionCall }) => functionCall)
        .filter((call) => call !== undefined && call !== null)
        .map(readCall),
    toResult,
    toMessages: (results) => (results.length > 0 ? [{ role: 'user', parts: [...results] }] : []),
  })
}

const rules = { onLoss: onLossRule } satisfies Record<keyof CatalogueOptions, OptionRule>

/** An object without properties is refused as a schema. */
function toDeclaration(offered: OfferedTool): GeminiFunctionDeclaration {
  const facts = { name: offered.name, description: describeTool(offered) }
  const isEmpty = Object.keys(offered.schema['properties'] ?? {}).length === 0
  return isEmpty ? facts : { ...facts, parameters: copySchema(offered) }
}

function readCall(call: unknown): ModelCall {
  const { id, name, args } = readRecord(call)
  return { callId: readCallId(id), name: readName(name), input: args }
}

/** `output` and `error` are the keys that the API knows; the name is what its call had, whatever that was. */
function toResult(
  { callId, name }: Pick<ModelCall, 'callId' | 'name'>,
  answer: CallAnswer,
): GeminiFunctionResponse {
  const id = callId === undefined ? {} : { id: callId }
  return { functionResponse: { ...id, name, response: toResponse(answer) } }
}

function toResponse(answer: CallAnswer): Record<string, unknown> {
  if (answer.status === 'failed') return { error: answer.text }
  return { output: answer.status === 'output' ? answer.value : answer.text }
}
