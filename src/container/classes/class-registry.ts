// What every container adapter does with the tool classes it found: define them, and make a registry of them or tell all
// that is wrong at once. Nothing here knows a container.
import type { ContainerProbe } from '../../arguments/shape/initialisers.js'
import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { defineClassTool } from '../../registry/define/define-class-tool.js'
import { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolClass } from '../../tools/constructor.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolInstances } from '../../tools/tool-instances.js'
import type { TypeFacts } from '../../tools/type-facts.js'
import type { ClassToolOptions } from './class-tool-options.js'

/** What makes instances of one class. */
export interface ClassMaker {
  readonly instances: ToolInstances
  /** One instance outside calls, for a constructor that cannot be run with stand-ins. */
  readonly createProbe?: (() => ContainerProbe) | undefined
}

/** The definition of a class, or what keeps it from being a tool. */
export interface DefinedClass {
  readonly definition?: ToolDefinition
  readonly problems: readonly DefinitionProblem[]
}

/** How classes are defined. */
export type ClassDefiningOptions = Pick<
  ClassToolOptions,
  'optionalNull' | 'limits' | 'repairJsonStrings'
> & { readonly typeFacts: TypeFacts | undefined }

/** Defines a class that a container holds. */
export function defineFoundClass(
  toolClass: ToolClass,
  { instances, createProbe }: ClassMaker,
  { optionalNull, limits, repairJsonStrings = false, typeFacts }: ClassDefiningOptions,
): DefinedClass {
  const argumentOptions = { optionalNull, limits, repairJsonStrings, createProbe }
  try {
    const definition = defineClassTool(toolClass, { instances, argumentOptions, typeFacts })
    return { definition, problems: [] }
  } catch (error) {
    if (!DefinitionError.is(error)) throw error
    return { problems: error.problems }
  }
}

/**
 * The registry of what was found. Clashes between definitions are looked for even when there are problems, so that all
 * are told at once.
 *
 * @throws DefinitionError with all of them.
 */
export function createClassRegistry(
  found: {
    readonly definitions: readonly ToolDefinition[]
    readonly problems: readonly DefinitionProblem[]
  },
  { sink, ambientContext }: Pick<ClassToolOptions, 'sink' | 'ambientContext'>,
): ToolRegistry {
  const { definitions, problems } = found
  try {
    const registry = ToolRegistry.create({ definitions, sink, ambientContext })
    if (problems.length === 0) return registry
  } catch (error) {
    if (!DefinitionError.is(error)) throw error
    throw new DefinitionError([...problems, ...error.problems])
  }
  throw new DefinitionError(problems)
}
