import type { Issue } from '../errors/issue.js'
import type { JsonSchema, ObjectSchema } from '../schema/json-schema.js'
import type { JsonObject, JsonValue } from '../schema/json.js'
import type { Effect } from './effect.js'
import type { ForeignFacts, GrantTerms } from './foreign-tool.js'
import type { KeyReading, KeyRule } from './key-rule.js'
import type { StandardProps } from './standard-schema.js'
import type { ToolContext } from './tool-context.js'
import type { ToolIcon } from './tool-icon.js'
import type { ToolId } from './tool-id.js'
import type { ToolSource } from './tool-source.js'

/** What a model is shown of a tool, and what a listing prints. */
export interface ToolFacts {
  /** The pair (server, name). */
  readonly id: ToolId
  /** The only name a model emits. */
  readonly wireName: string
  /** A short name for people. */
  readonly title: string | undefined
  /** What the tool does, for the model; `''` where nothing was said. */
  readonly description: string
  /** What a call does to the world. */
  readonly effect: Effect
  /** False for a read. */
  readonly mutates: boolean
  /** JSON Schema 2020-12: root object, closed, no `$schema`, frozen. */
  readonly inputSchema: ObjectSchema
  /** What the output is held to, if anything. */
  readonly outputSchema: JsonSchema | undefined
  /** Where the tool comes from. */
  readonly source: ToolSource
}

/**
 * The frozen, type-erased description of a tool: what it is called, what it takes, and how to invoke it.
 * A class, a plain `defineTool` and a foreign tool all become one. `inputSchema` and `outputSchema` may be made on first read.
 */
export interface ToolDefinition extends ToolFacts {
  /** Pictures for people; no model is shown them, and no contract covers them. */
  readonly icons?: readonly ToolIcon[] | undefined
  /** Labels a selector can name. */
  readonly groups: readonly string[]
  /** True for a tool that steers the agent itself. */
  readonly control: boolean
  /** True for a tool that needs a person at hand. */
  readonly interactive: boolean
  /** True for a tool that takes a JSON text for an argument that is declared as an object or array. */
  readonly repairsJsonStrings: boolean
  /** How the tool names the effect of a call; undefined where it does not. */
  readonly keyRule: KeyRule | undefined
  /**
   * Turns a model's input into arguments, or refuses it; no input makes it throw.
   * @throws DefinitionError when what the class declares cannot be read, which `verify()` finds at start.
   */
  admit(input: unknown): Admission | Promise<Admission>
  /** What the arguments name as the effect of a call, by `keyRule`: a pure function of them. Never throws. */
  readKey(admitted: AdmittedArguments): KeyReading
  /** Makes what one attempt runs, without running it. A throw means the tool is not available. */
  prepare(admitted: AdmittedArguments, context: ToolContext): PreparedBody | Promise<PreparedBody>
  /**
   * Makes what goes on with the answer to a question that the body asked; absent where the answer is the output.
   */
  readonly prepareResume?:
    | ((
        admitted: AdmittedArguments,
        context: ToolContext,
        input: JsonValue,
      ) => PreparedBody | Promise<PreparedBody>)
    | undefined
  /** Makes what finds out what became of a call in doubt; absent for a tool that cannot tell. */
  readonly prepareReconcile?:
    | ((admitted: AdmittedArguments, context: ToolContext) => PreparedBody | Promise<PreparedBody>)
    | undefined
  /** The violations of the declared output schema; none when there is no schema. */
  checkOutput(output: unknown): readonly Issue[]
  /** The arguments as Standard Schema, for libraries that know no tools; `standardSchema` has it of any definition. */
  readonly '~standard'?: StandardProps | undefined
  /** What a foreign server says of the tool, and how it is reached; absent for a tool of this program. */
  readonly foreign?: ForeignFacts | undefined
  /** True while the far side offers another tool than the one that was reviewed: nothing runs it then. */
  readonly isWithdrawn?: (() => boolean) | undefined
  /** Has a listener told whenever `isWithdrawn` answers otherwise than before; returns what stops that. */
  readonly watchWithdrawal?: ((listener: () => void) => () => void) | undefined
  /** The tool as a grant lets it run; absent where a grant changes nothing of that. */
  readonly underGrant?:
    ((terms: GrantTerms) => Pick<ToolDefinition, 'prepare' | 'prepareResume'>) | undefined
}

/** The body of one attempt, ready to run. */
export type PreparedBody = (context: ToolContext) => unknown

/** What admit came to. */
export type Admission =
  | { readonly status: 'admitted'; readonly admitted: AdmittedArguments }
  | { readonly status: 'refused'; readonly issues: readonly Issue[] }

/** Arguments that passed admit. */
export interface AdmittedArguments {
  /** The canonical arguments: deep-frozen plain JSON with constant defaults filled in; made on first read. */
  readonly json: JsonObject
  /** Paths at which a JSON text was taken for the object or array it holds. */
  readonly repaired: readonly string[]
}

/** A plain JSON snapshot of a tool, as it is handed to a model. */
export interface ToolDescriptor {
  /** `server/name`. */
  readonly id: string
  readonly wireName: string
  readonly title?: string
  readonly description: string
  readonly effect: Effect
  readonly mutates: boolean
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: JsonSchema
  readonly source: ToolSource
}

/** The descriptor of a definition; makes its schemas. */
export function toDescriptor(definition: ToolFacts): ToolDescriptor {
  const { title, outputSchema } = definition
  return Object.freeze({
    id: definition.id.toString(),
    wireName: definition.wireName,
    ...(title === undefined ? {} : { title }),
    description: definition.description,
    effect: definition.effect,
    mutates: definition.mutates,
    inputSchema: definition.inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    source: definition.source,
  })
}
