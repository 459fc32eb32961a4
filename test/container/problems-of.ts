import { DefinitionError, type DefinitionProblem } from '../../src/errors/definition-error.js'

/** The problems of the DefinitionError that `run` throws; fails for anything else. */
export function problemsOf(run: () => unknown): readonly DefinitionProblem[] {
  try {
    run()
  } catch (error) {
    if (DefinitionError.is(error)) return error.problems
    throw error
  }
  throw new Error('nothing was thrown')
}
