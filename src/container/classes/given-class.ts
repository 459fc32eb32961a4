import type { DefinitionProblem } from '../../errors/definition-error.js'
import type { ToolClass } from '../../tools/constructor.js'

/** Whether what was given for a tool class is a class at all. */
export function isClass(value: unknown): value is ToolClass {
  return typeof value === 'function' && typeof value.prototype === 'object'
}

/** The problem of something else than a class that `subject` was given. */
export function notAClass(subject: string, value: unknown): DefinitionProblem {
  return {
    subject,
    message: `it was given ${value === null ? 'null' : `a value of type ${typeof value}`} where a class is expected.`,
    fix: 'Pass classes that carry @Tool. An undefined one often comes from an import cycle.',
  }
}
