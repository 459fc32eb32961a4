import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'

/** What keeps a tool's schemas from being made; makes them. */
export function schemaProblems(definition: ToolDefinition): readonly DefinitionProblem[] {
  return [
    ...problemsOf(definition, () => definition.inputSchema),
    ...problemsOf(definition, () => definition.outputSchema),
  ]
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
