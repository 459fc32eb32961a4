import { DefinitionError } from './definition-error.js'
import { optionProblems, type OptionRule } from './option-problems.js'

/** @throws DefinitionError naming every option that is unknown or wrong. */
export function assertOptions(
  subject: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
): void {
  const problems = optionProblems(subject, options, rules)
  if (problems.length > 0) throw new DefinitionError(problems)
}
