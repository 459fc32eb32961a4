import { DefinitionError } from '../../../errors/definition-error.js'
import { compileJsonSchema } from '../../../schema/json-schema-validator.js'
import type { JsonSchema } from '../../../schema/json-schema.js'
import type { JsonValue } from '../../../schema/json.js'
import { suspend, type Suspension } from '../../../tools/suspension.js'
import { foreignWords } from '../foreign-words.js'
import { isObject } from '../../../schema/is-object.js'
import type { AnyResult } from '../list/any-result.js'

/**
 * What a server wants back with the answers, kept in the schema of the question: the one part of a parked call that
 * outlives the process which asked.
 */
const stateKeyword = 'x-tallystick-mcp'

interface KeptState {
  readonly requestState?: string
  /** The questions that the answer holds, by the names the server gave them; none where it is the answer to the only one. */
  readonly only?: string
}

/** True for a result that asks instead of answering. */
export function isForeignQuestion(result: AnyResult): boolean {
  return result['resultType'] === 'input_required'
}

/**
 * The question of a server as a suspension. One form is asked as it is; several become one with a part for each.
 * Undefined where the server asks for something that a person cannot answer, and where no answer could be checked.
 */
export function toSuspension(server: string, result: AnyResult): Suspension | undefined {
  const { inputRequests, requestState } = result
  const requests = Object.entries(isObject(inputRequests) ? inputRequests : {})
  const forms = requests.flatMap(([name, request]) => toForm(name, request) ?? [])
  if (forms.length < requests.length) return undefined
  const [first, second] = forms
  const isOne = first !== undefined && second === undefined
  const state: KeptState = {
    ...(typeof requestState === 'string' && { requestState }),
    ...(isOne && { only: first.name }),
  }
  const schema = isOne ? first.schema : composed(forms)
  if (!isSchema(schema)) return undefined
  const words = forms.map(({ message }) => message).join(' ')
  return suspend({
    reason: `The server "${server}" asks: ${words === '' ? 'shall it go on?' : words}`,
    inputSchema: { ...schema, [stateKeyword]: state },
  })
}

/** What a call goes on with: the answers under the names the server gave its questions, and what it wanted back. */
export function toAnswer(
  asked: JsonSchema | undefined,
  input: JsonValue,
):
  { readonly inputResponses: Record<string, unknown>; readonly requestState?: string } | undefined {
  const state = (asked as Record<string, unknown> | undefined)?.[stateKeyword]
  if (!isObject(state)) return undefined
  const { only, requestState } = state
  const parts: [string, unknown][] =
    typeof only === 'string' ? [[only, input]] : Object.entries(isObject(input) ? input : {})
  const accepted = parts.map(([name, content]) => [name, { action: 'accept', content }])
  return {
    inputResponses: Object.fromEntries(accepted) as Record<string, unknown>,
    ...(typeof requestState === 'string' && { requestState }),
  }
}

interface Form {
  readonly name: string
  readonly message: string
  readonly schema: JsonSchema
}

const longestMessage = 1000

function toForm(name: string, request: unknown): Form | undefined {
  if (!isObject(request) || request['method'] !== 'elicitation/create') return undefined
  const { params } = request
  if (!isObject(params) || !isObject(params['requestedSchema'])) return undefined
  const { message, requestedSchema } = params
  const words = typeof message === 'string' ? foreignWords(message, longestMessage) : ''
  return { name, message: words, schema: requestedSchema }
}

/** A part that is a schema by itself may be none among others, where what it refers to is not at the root. */
function isSchema(schema: JsonSchema): boolean {
  try {
    compileJsonSchema(schema)
    return true
  } catch (error) {
    if (DefinitionError.is(error)) throw error
    return false
  }
}

function composed(forms: readonly Form[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(forms.map(({ name, schema }) => [name, schema])),
    required: forms.map(({ name }) => name),
    additionalProperties: false,
  }
}
