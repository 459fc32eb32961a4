import type { DefinitionProblem } from '../../errors/definition-error.js'
import { escapeUnprintable } from '../../errors/quoted-name.js'
import { readTools } from '../../metadata/tool-metadata.js'
import type { ToolBody, ToolClass } from '../../tools/constructor.js'
import type { ToolOptions } from '../../tools/tool-options.js'
import { declaredIdentityProblems, effectProblems } from './identity-problems.js'
import { keyMemberProblems } from './key-of-class.js'
import { optionProblems, toRule } from '../../errors/option-problems.js'
import { commonRules, keyPathRule } from './common-rules.js'

/** What keeps a class from being a tool, as far as that can be told without making its schema. */
export function checkToolClass(toolClass: ToolClass): DefinitionProblem[] {
  const subject = `@Tool on ${describeClass(toolClass)}`
  const [options, ...more] = readTools(toolClass)
  if (options === undefined) return [notATool(describeClass(toolClass))]
  const repeated = more.length === 0 ? [] : [repeatedTool(subject)]
  return [
    ...repeated,
    ...bodyProblems(subject, toolClass),
    ...keyMemberProblems(subject, toolClass, options),
    ...classOptionProblems(subject, options),
  ]
}

function classOptionProblems(subject: string, options: ToolOptions): DefinitionProblem[] {
  return [
    ...optionProblems(subject, options, classRules),
    ...declaredIdentityProblems(subject, options),
    ...effectProblems(subject, options),
  ]
}

const classRules = {
  ...commonRules,
  idempotencyKey: keyPathRule,
  output: toRule(
    'a class or a JSON Schema',
    (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
  ),
}

function bodyProblems(subject: string, toolClass: ToolClass): DefinitionProblem[] {
  const prototype = toolClass.prototype as Partial<ToolBody>
  if (typeof prototype.call === 'function') return []
  const message = 'the class has no method `call`.'
  return [{ subject, message, fix: 'Write `async call() { … }` as a method, not as a property.' }]
}

function notATool(subject: string): DefinitionProblem {
  const message = 'it carries no @Tool of its own; a base class does not pass it on.'
  return { subject, message, fix: 'Write @Tool({ server, name }) above the class.' }
}

function repeatedTool(subject: string): DefinitionProblem {
  return { subject, message: 'it stands there more than once.', fix: 'Keep one of them.' }
}

/** A class in words, for messages only: minified code has other names, or none. */
export function describeClass(toolClass: { readonly name: string }): string {
  const name: unknown = toolClass.name
  const isNamed = typeof name === 'string' && name !== ''
  return isNamed ? `class ${escapeUnprintable(name)}` : 'a class without a name'
}
