import { argumentNames } from '../../arguments/shape/argument-names.js'
import type { DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { describeClass } from '../../registry/define/check-tool-class.js'
import type { Constructor } from '../../tools/constructor.js'
import { subjectOf } from './class-name.js'

/** A member that is both an argument and injected. */
export function sharedNameProblems(
  toolClass: Constructor,
  injected: readonly (string | symbol)[],
): DefinitionProblem[] {
  if (injected.length === 0) return []
  const shared = argumentNames(toolClass).filter((name) => injected.includes(name))
  return shared.map((name) => ({
    subject: subjectOf(toolClass),
    message: `${quoteName(name)} of ${describeClass(toolClass)} is both an argument and injected, so a model could replace the service.`,
    fix: 'Rename one of the two, or take the validators off the injected member.',
  }))
}
