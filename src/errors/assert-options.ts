import { DefinitionError } from './definition-error.js'
import { optionProblems, type OptionRule } from './option-problems.js'

/** @throws DefinitionError naming every option that is unknown or wrong. */
export function assertOptions(
  subject: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
): void {
  const isObject = typeof options === 'object' && options !== null && !Array.isArray(options)
  const problems = isObject
    ? optionProblems(subject, options, rules)
    : [{ subject, message: 'the options are not an object.', fix: 'Pass { … } or leave them out.' }]
  if (problems.length > 0) throw new DefinitionError(problems)
}
