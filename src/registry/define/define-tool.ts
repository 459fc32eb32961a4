import type { AdmitLimits } from '../../arguments/input/admit-limits.js'
import { rawArguments } from '../../arguments/raw-arguments.js'
import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import type { JsonSchema, ObjectSchema } from '../../schema/json-schema.js'
import type { JsonObject, JsonValue } from '../../schema/json.js'
import { findEffect, type Effect } from '../../tools/effect.js'
import type { KeyValue } from '../../tools/key-rule.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { AdmittedArguments, ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolIcon } from '../../tools/tool-icon.js'
import { createStandardProps } from '../../tools/standard-schema.js'
import { ToolId } from '../../tools/tool-id.js'
import type { ToolSource } from '../../tools/tool-source.js'
import {
  canonicalInputSchema,
  copySchema,
  outputIssues,
  toObjectSchema,
} from './declared-schema.js'
import { declaredFacts } from './declared-facts.js'
import { keyProblems } from '../listing/schema-problems.js'
import { recordOrigin } from '../listing/definition-origin.js'
import { keyAtPath, keyByFunction, withoutKey, type KeyMembers } from './key-reader.js'
import { definedToolProblems } from './defined-tool-problems.js'

/** What `defineTool` takes. */
export interface DefineToolOptions<Arguments extends object = JsonObject> {
  readonly server: string
  readonly name: string
  readonly title?: string | undefined
  /** Pictures for people, shown by clients of MCP. */
  readonly icons?: readonly ToolIcon[] | undefined
  readonly description: string
  /**
   * The JSON Schema of the arguments. Unknown arguments are refused: a root that says nothing of them is closed.
   * @defaultValue no arguments
   */
  readonly inputSchema?: JsonSchema | undefined
  /** The JSON Schema of the output, which is checked against it. */
  readonly outputSchema?: JsonSchema | undefined
  /** @defaultValue `true` */
  readonly mutates?: boolean | undefined
  /** @defaultValue `'write'` for `mutates: true`, `'read'` for `mutates: false` */
  readonly effect?: Effect | undefined
  /** The name a model emits. Needed where `server__name` is over 64 characters. */
  readonly wireName?: string | undefined
  /**
   * Where the tool comes from. With `'mcp'`, names follow no rule of ours and the schemas stay as they are.
   * @defaultValue `'builtin'`
   */
  readonly source?: ToolSource | undefined
  /** Labels a selector can name. */
  readonly groups?: readonly string[] | undefined
  /** @defaultValue `false` */
  readonly control?: boolean | undefined
  /** @defaultValue `false` */
  readonly interactive?: boolean | undefined
  /** @defaultValue 1 MiB of text, 64 levels, 100 000 values */
  readonly limits?: Partial<AdmitLimits> | undefined
  /**
   * Takes a JSON text for an argument that is declared as an object or array.
   * @defaultValue `false`
   */
  readonly repairJsonStrings?: boolean | undefined
  /**
   * What names the effect of a call: the path of an argument, `payment.claim_id` or a JSON Pointer, or a function of the
   * arguments. Two calls with one key are one effect. Prefer the path where money moves: what a function does cannot be
   * reviewed.
   */
  readonly idempotencyKey?: string | ((args: Arguments) => KeyValue) | undefined
  /** The body. Its arguments passed the input schema and are frozen. */
  call(args: Arguments, context: ToolContext): unknown
  /**
   * Goes on with the answer to what the body asked for by `suspend`; `call` does not run again.
   * @defaultValue the answer becomes the output
   */
  resume?(args: Arguments, input: JsonValue, context: ToolContext): unknown
  /**
   * Finds out what became of a call whose process ended in the middle: `{ verdict: 'landed', value }`,
   * `{ verdict: 'did-not-happen' }` or `{ verdict: 'unknown' }`. A throw is unknown.
   * @defaultValue a person has to say
   */
  reconcile?(args: Arguments, context: ToolContext): unknown
}

/**
 * Defines a tool without a class: the plain twin of `@Tool`.
 *
 * @throws DefinitionError with everything that is wrong.
 * @example
 * ```ts
 * const now = defineTool({
 *   server: 'clock', name: 'now', description: 'The current time.', mutates: false,
 *   call: () => new Date(),
 * })
 * const registry = ToolRegistry.empty().register(now)
 * ```
 */
export function defineTool<Arguments extends object = JsonObject>(
  options: DefineToolOptions<Arguments>,
): ToolDefinition {
  const own = Object.freeze({ ...options })
  const subject = subjectOf(own)
  const problems = definedToolProblems(subject, own)
  const schemas = makeSchemas(subject, own, problems)
  if (problems.length > 0) throw new DefinitionError(problems)
  const definition = Object.freeze(createDefinition(own, schemas))
  const mistaken = keyProblems(subject, definition)
  if (mistaken.length > 0) throw new DefinitionError(mistaken)
  recordOrigin(definition, 'defineTool')
  return definition
}

interface Schemas {
  readonly inputSchema: ObjectSchema
  readonly outputSchema: JsonSchema | undefined
}

function createDefinition<Arguments extends object>(
  options: DefineToolOptions<Arguments>,
  { inputSchema, outputSchema }: Schemas,
): ToolDefinition {
  const { server, name, limits, repairJsonStrings = false, source = 'builtin' } = options
  const id = new ToolId(server, name)
  const effect = findEffect(options) ?? 'write'
  const fillDefaults = source !== 'mcp'
  const args = rawArguments(inputSchema, { limits, repairJsonStrings, fillDefaults })
  return {
    ...declaredFacts(id, options),
    ...{ id, effect, mutates: effect !== 'read', inputSchema, outputSchema },
    repairsJsonStrings: repairJsonStrings,
    ...keyOf(options),
    admit: (input) => args.admit(input),
    '~standard': createStandardProps({
      subject: id.toString(),
      schema: () => inputSchema,
      admit: (input) => args.admit(input),
    }),
    // The schema is what makes the arguments what the author says they are.
    prepare: (admitted) => (context) =>
      options.call(admitted.json as unknown as Arguments, context),
    checkOutput: (output) => outputIssues(outputSchema, output),
    ...continuationsOf(options),
  }
}

/** What goes on with an answer, and what finds out what became of a call: where the options have them. */
function continuationsOf<Arguments extends object>(
  options: DefineToolOptions<Arguments>,
): Pick<ToolDefinition, 'prepareResume' | 'prepareReconcile'> {
  const argumentsOf = ({ json }: AdmittedArguments): Arguments => json as unknown as Arguments
  return {
    ...(options.resume !== undefined && {
      prepareResume: (admitted, _context, input) => (context) =>
        options.resume?.(argumentsOf(admitted), input, context),
    }),
    ...(options.reconcile !== undefined && {
      prepareReconcile: (admitted) => (context) =>
        options.reconcile?.(argumentsOf(admitted), context),
    }),
  }
}

function keyOf<Arguments extends object>({
  idempotencyKey,
}: DefineToolOptions<Arguments>): KeyMembers {
  if (idempotencyKey === undefined) return withoutKey
  if (typeof idempotencyKey === 'string') return keyAtPath(idempotencyKey)
  return keyByFunction(({ json }) => idempotencyKey(json as unknown as Arguments))
}

/** The schemas, as far as they can be made; what is wrong with them is added to `problems`. */
function makeSchemas(
  subject: string,
  {
    inputSchema,
    outputSchema,
    source,
  }: Pick<DefineToolOptions, 'inputSchema' | 'outputSchema' | 'source'>,
  problems: DefinitionProblem[],
): Schemas {
  const input = (): ObjectSchema => makeInputSchema(subject, inputSchema ?? {}, source)
  const output = (): JsonSchema | undefined =>
    outputSchema && copySchema(outputSchema, { subject, option: 'outputSchema' })
  return {
    inputSchema: collect(input, problems) ?? { type: 'object' },
    outputSchema: collect(output, problems),
  }
}

function makeInputSchema(
  subject: string,
  schema: JsonSchema,
  source: ToolSource | undefined,
): ObjectSchema {
  const place = { subject, option: 'inputSchema' } as const
  if (source !== 'mcp') return canonicalInputSchema(schema, place)
  return copySchema(toObjectSchema(schema, place), place)
}

function collect<Made>(make: () => Made, problems: DefinitionProblem[]): Made | undefined {
  try {
    return make()
  } catch (error) {
    if (!DefinitionError.is(error)) throw error
    problems.push(...error.problems)
    return undefined
  }
}

function subjectOf({ server, name }: { readonly server: unknown; readonly name: unknown }): string {
  const isNamed = typeof server === 'string' && typeof name === 'string'
  return isNamed ? `defineTool ${server}/${name}` : 'defineTool'
}
