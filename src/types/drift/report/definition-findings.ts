import type { DefinitionError } from '../../../errors/definition-error.js'
import type { TypeDrift } from './type-drift.js'

/** What ends the subject of a problem with a class: the nested class and the property it speaks of. */
const place = /(?:, class "(?<owner>.*?)")?(?:, property "(?<property>.*)")?$/

/** A class that cannot be read has no validators to compare; each of its problems, in its own words. */
export function definitionFindings(error: DefinitionError): readonly Omit<TypeDrift, 'toolId'>[] {
  return error.problems.map(({ subject, message, fix }) => {
    const { owner = '', property = '' } = place.exec(subject)?.groups ?? {}
    return { class: owner, property, kind: 'definition', severity: 'error', message, fix }
  })
}
