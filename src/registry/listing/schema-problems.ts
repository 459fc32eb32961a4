import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { keyPathFault } from './key-path-fault.js'

/** What keeps a tool's schemas from being made, and what is wrong between them and its key; makes them. */
export function schemaProblems(definition: ToolDefinition): readonly DefinitionProblem[] {
  const inputProblems = problemsOf(definition, () => definition.inputSchema)
  return [
    ...inputProblems,
    ...problemsOf(definition, () => definition.outputSchema),
    ...(inputProblems.length > 0 ? [] : keyProblems(definition.id.toString(), definition)),
  ]
}

/** What is wrong with the path of a key, by the schema of the arguments. */
export function keyProblems(
  subject: string,
  { keyRule, inputSchema }: Pick<ToolDefinition, 'keyRule' | 'inputSchema'>,
): readonly DefinitionProblem[] {
  const fault = keyRule?.kind === 'path' ? keyPathFault(inputSchema, keyRule.path) : undefined
  if (fault === undefined) return []
  const fix = 'Name a text or number of the arguments, by the names they have in JSON.'
  return [{ subject, message: `its idempotency key ${fault}`, fix }]
}

function problemsOf(
  { id }: ToolDefinition,
  makeSchema: () => unknown,
): readonly DefinitionProblem[] {
  try {
    makeSchema()
    return []
  } catch (thrown) {
    if (DefinitionError.is(thrown)) return thrown.problems
    const fix = 'Look at what its class or schema does when it is read.'
    return [
      { subject: id.toString(), message: `its schema cannot be made: ${String(thrown)}.`, fix },
    ]
  }
}
