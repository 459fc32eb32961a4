import { fromSubject } from '../../../arguments/shape/problem-subject.js'
import type { DefinitionError } from '../../../errors/definition-error.js'
import type { TypeDrift } from './type-drift.js'

/** A class that cannot be read has no validators to compare; each of its problems, in its own words. */
export function definitionFindings(error: DefinitionError): readonly Omit<TypeDrift, 'toolId'>[] {
  return error.problems.map(({ subject, message, fix }) => {
    const { owner = '', property = '' } = fromSubject(subject)
    return { class: owner, property, kind: 'definition', severity: 'error', message, fix }
  })
}
