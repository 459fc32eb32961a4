import { classArguments, type ArgumentOptions } from '../../arguments/class-arguments.js'
import { outputSchemaOf } from '../../arguments/schema/class-schema.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { readTools } from '../../metadata/tool-metadata.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { ToolClass } from '../../tools/constructor.js'
import { findEffect } from '../../tools/effect.js'
import { createStandardProps } from '../../tools/standard-schema.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { ToolId } from '../../tools/tool-id.js'
import type { ToolInstances } from '../../tools/tool-instances.js'
import type { ToolOptions } from '../../tools/tool-options.js'
import type { ToolTypeFacts, TypeFacts } from '../../tools/type-facts.js'
import { checkToolClass, describeClass } from './check-tool-class.js'
import { classBodies } from './class-bodies.js'
import { copySchema, outputIssues } from './declared-schema.js'
import { declaredFacts } from './declared-facts.js'
import { recordClassArguments } from './definition-arguments.js'
import { keyOfClass } from './key-of-class.js'
import { recordOrigin } from '../listing/definition-origin.js'

/** What a class needs from outside to become a definition. */
export interface ClassToolParts {
  readonly instances: ToolInstances
  /** `repairJsonStrings` counts for tools that do not mutate and say nothing themselves. */
  readonly argumentOptions: ArgumentOptions
  /** What the types say, where a build step read them: words and an output schema where decorators give none. */
  readonly typeFacts?: TypeFacts | undefined
}

/**
 * The definition of a class with `@Tool`. Its schemas are made when they are first read.
 * @throws DefinitionError with what `checkToolClass` finds.
 */
export function defineClassTool(toolClass: ToolClass, parts: ClassToolParts): ToolDefinition {
  const problems = checkToolClass(toolClass)
  const [options] = readTools(toolClass)
  if (options === undefined || problems.length > 0) throw new DefinitionError(problems)
  const definition = Object.freeze(createDefinition(toolClass, options, parts))
  recordOrigin(definition, describeClass(toolClass), toolClass)
  return definition
}

function createDefinition(
  toolClass: ToolClass,
  options: ToolOptions,
  { instances, argumentOptions, typeFacts }: ClassToolParts,
): ToolDefinition {
  const id = new ToolId(options.server, options.name)
  const facts = findFacts(typeFacts, id)
  const effect = findEffect(options) ?? 'write'
  const mutates = effect !== 'read'
  const repairJsonStrings =
    options.repairJsonStrings ?? (!mutates && argumentOptions.repairJsonStrings)
  const subject = `${id.toString()} (${describeClass(toolClass)})`
  const args = classArguments(toolClass, subject, {
    ...argumentOptions,
    repairJsonStrings,
    staticType: facts?.arguments,
  })
  const getOutputSchema = outputSchemaGetter(subject, options.output ?? facts?.output)
  return recordClassArguments(args, {
    ...{ id, effect, mutates, repairsJsonStrings: repairJsonStrings },
    ...declaredFacts(id, { ...options, description: options.description ?? facts?.description }),
    ...keyOfClass(toolClass, options, args),
    get inputSchema() {
      return args.schema
    },
    get outputSchema() {
      return getOutputSchema()
    },
    admit: (input) => args.admit(input),
    '~standard': createStandardProps({
      ...{ subject, schema: () => args.schema, admit: (input) => args.admit(input) },
    }),
    ...classBodies(toolClass, { instances, args, getOutputSchema }),
    checkOutput: (output) => outputIssues(getOutputSchema(), output),
  })
}

function findFacts(typeFacts: TypeFacts | undefined, id: ToolId): ToolTypeFacts | undefined {
  const reference = id.toString()
  const tools = typeFacts?.tools ?? {}
  return Object.hasOwn(tools, reference) ? tools[reference] : undefined
}

function outputSchemaGetter(
  subject: string,
  output: ToolOptions['output'],
): () => JsonSchema | undefined {
  if (output === undefined) return () => undefined
  let schema: JsonSchema | undefined
  return () => (schema ??= makeOutputSchema(subject, output))
}

function makeOutputSchema(subject: string, output: NonNullable<ToolOptions['output']>): JsonSchema {
  if (typeof output === 'function') return outputSchemaOf(output, subject)
  return copySchema(output, { subject, option: 'output' })
}
