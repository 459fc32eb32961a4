import { ToolError } from '../../errors/tool-error.js'
import { recordOrigin } from '../../registry/listing/definition-origin.js'
import { defineTool } from '../../registry/define/define-tool.js'
import { digestText } from '../../schema/digest.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import type { ForeignFacts, GrantTerms } from '../../tools/foreign-tool.js'
import { ToolContext } from '../../tools/tool-context.js'
import type {
  AdmittedArguments,
  PreparedBody,
  ToolDefinition,
} from '../../tools/tool-definition.js'
import { toAnswer } from './call/foreign-question.js'
import type { ForeignTool } from './list/foreign-tool.js'
import type { ForeignToolOptions } from './mcp-tools-options.js'

/** What runs the calls of a definition, and knows whether its tool may still be called. */
export interface ForeignBodies {
  /** Makes the body of one call: reaches the server, and finds the tool as it was reviewed. */
  prepare(call: PreparedCall, context: ToolContext): Promise<PreparedBody>
  isWithdrawn(tool: ForeignTool): boolean
  /** Has a listener told whenever other tools are withdrawn than before; returns what stops that. */
  watchWithdrawals(listener: () => void): () => void
}

/** A call before it is made. */
export interface PreparedCall {
  readonly tool: ForeignTool
  readonly definition: ToolDefinition
  readonly terms: GrantTerms
  readonly admitted: AdmittedArguments
  readonly answer?: Readonly<Record<string, unknown>> | undefined
}

/** What a definition is made of. */
export interface ForeignSpec {
  readonly server: string
  readonly tool: ForeignTool
  readonly options: ForeignToolOptions
  readonly facts: Omit<ForeignFacts, 'reported'>
  readonly bodies: ForeignBodies
}

/**
 * The definition of a foreign tool: its schemas as they are, and a write until the operator says otherwise, whatever the
 * server hints.
 *
 * @throws DefinitionError for schemas that are none, or options that do not fit.
 */
export function defineForeignTool(spec: ForeignSpec): ToolDefinition {
  const { server, tool, options, bodies } = spec
  const { inputSchema, outputSchema, reported, icons } = tool
  const name = localName(tool.name)
  const { errors, ...own } = options
  const plain = defineTool({
    ...{ server, name, title: reported.title, description: reported.description ?? '' },
    ...{ icons, inputSchema, outputSchema, source: 'mcp', ...own },
    call: () => undefined,
  })
  const named = name === tool.name ? reported : { ...reported, name: tool.name }
  const terms = { effect: plain.effect, errors }
  const definition: ToolDefinition = Object.freeze({
    ...plain,
    ...bodiesUnder(terms),
    foreign: Object.freeze({ ...spec.facts, reported: Object.freeze(named) }),
    isWithdrawn: () => bodies.isWithdrawn(tool),
    watchWithdrawal: (listener: () => void) => bodies.watchWithdrawals(listener),
    underGrant: (granted: GrantTerms) =>
      bodiesUnder({ ...granted, errors: granted.errors ?? errors }),
  })
  recordOrigin(definition, `mcpTools ${server}`)
  return definition

  function bodiesUnder(under: GrantTerms): Pick<ToolDefinition, 'prepare' | 'prepareResume'> {
    const prepared = (admitted: AdmittedArguments): PreparedCall => ({
      ...{ tool, definition, terms: under, admitted },
    })
    return {
      prepare: (admitted, context) => bodies.prepare(prepared(admitted), context),
      prepareResume: (admitted, context, input) => {
        const answer = answerOf(definition, context, input)
        return bodies.prepare({ ...prepared(admitted), answer }, context)
      },
    }
  }
}

function answerOf(
  { id }: ToolDefinition,
  context: ToolContext,
  input: JsonValue,
): Readonly<Record<string, unknown>> {
  const asked: JsonSchema | undefined = ToolContext.bindingOf(context).answer?.inputSchema
  const answer = toAnswer(asked, input)
  if (answer !== undefined) return answer
  throw new ToolError({
    code: 'UNREACHABLE',
    disposition: 'did-not-happen',
    message: `${id.toString()}: the question that was answered is not at hand. Use a journal that keeps it.`,
    toolId: id,
  })
}

/** A name that identifies a tool here: the one the server uses, unless nobody could tell it from another one. */
function localName(name: string): string {
  const legal = name.replace(unfitCharacters, '-')
  return legal === name
    ? name
    : `${legal}_${digestText('tallystick.foreign-name', name).slice(0, 10)}`
}

const unfitCharacters = /[/\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu
