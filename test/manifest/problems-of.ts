import { expect } from 'vitest'

import { DefinitionError, type DefinitionProblem } from '../../src/errors/definition-error.js'

/** The problems of the DefinitionError that a function throws. */
export function problemsOf(run: () => unknown): readonly DefinitionProblem[] {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError)
    return (error as DefinitionError).problems
  }
  return expect.unreachable('nothing was thrown')
}

/** As `problemsOf`, for what is thrown later. */
export async function laterProblemsOf(
  promise: Promise<unknown>,
): Promise<readonly DefinitionProblem[]> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return problemsOf(() => {
    throw error
  })
}

/** Subject and message of each problem, in one line. */
export function told(problems: readonly DefinitionProblem[]): readonly string[] {
  return problems.map(({ subject, message }) => `${subject} ${message}`)
}
