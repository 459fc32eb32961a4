import { classArguments, type ArgumentOptions } from '../../src/arguments/class-arguments.js'
import type { DefinitionProblem } from '../../src/errors/definition-error.js'
import { DefinitionError } from '../../src/errors/definition-error.js'
import type { Issue } from '../../src/errors/issue.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { JsonObject } from '../../src/schema/json.js'
import type { Constructor } from '../../src/tools/constructor.js'

type Options = Partial<ArgumentOptions>

/** The arguments of a class, as a tool has them. */
export function argumentsOf(target: Constructor, options: Options = {}) {
  return classArguments(target, 'test/tool', { repairJsonStrings: false, ...options })
}

/** The schema of a class. */
export function schemaOf(target: Constructor, options?: Options): JsonSchema {
  return argumentsOf(target, options).schema
}

/** The schema of one argument. */
export function propertySchema(target: Constructor, name: string): unknown {
  return schemaOf(target).properties?.[name]
}

/** Why input is refused; none when it is admitted. */
export async function issuesOf(
  target: Constructor,
  input: unknown,
  options?: Options,
): Promise<readonly Issue[]> {
  const admission = await argumentsOf(target, options).admit(input)
  return admission.status === 'refused' ? admission.issues : []
}

/** The issues as `path code`, the shortest form that says where and what. */
export async function refusalsOf(
  target: Constructor,
  input: unknown,
  options?: Options,
): Promise<readonly string[]> {
  const issues = await issuesOf(target, input, options)
  return issues.map(({ path, code }) => `${path} ${code}`)
}

/** The instance a body would see, and the canonical arguments. Throws when the input is refused. */
export async function hydrated<Instance extends object>(
  target: new () => Instance,
  input: unknown,
  options?: Options,
): Promise<{ instance: Instance; json: JsonObject; repaired: readonly string[] }> {
  const own = argumentsOf(target, options)
  const admission = await own.admit(input)
  if (admission.status === 'refused') throw new Error(JSON.stringify(admission.issues))
  const instance = new target()
  own.assignTo(instance, admission.admitted)
  return { instance, json: admission.admitted.json, repaired: admission.admitted.repaired }
}

/** What is wrong with a class; none when its schema can be made. */
export function problemsOf(target: Constructor, options?: Options): readonly DefinitionProblem[] {
  try {
    schemaOf(target, options)
    return []
  } catch (error) {
    if (DefinitionError.is(error)) return error.problems
    throw error
  }
}
