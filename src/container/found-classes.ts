import type { DefinitionProblem } from '../errors/definition-error.js'
import type { ToolClass } from '../tools/constructor.js'
import { subjectOf } from './class-name.js'
import type { PlanProbe } from './plan-probe.js'

/** What a container holds under the key of `toolModule`. */
export interface FoundClasses {
  /** Each class once, in the order they were found. */
  readonly classes: readonly ToolClass[]
  readonly problems: readonly DefinitionProblem[]
}

/** Sorts what `toolModule` recorded into classes and problems. */
export function sortFound(found: readonly unknown[]): FoundClasses {
  const classes = [...new Set(found.filter(isClass))]
  return {
    classes,
    problems: [
      ...found.filter((value) => !isClass(value)).map(notAClass),
      ...classes.flatMap((toolClass) => repetitionProblems(toolClass, found)),
    ],
  }
}

/** How often a class is bound must be once: from none nothing can be made, of two Inversify picks neither. */
export function bindingProblems(toolClass: ToolClass, probe: PlanProbe): readonly DefinitionProblem[] {
  const { length } = probe.bindingsOf(toolClass)
  if (length === 1) return []
  const subject = subjectOf(toolClass)
  const fix = 'Bind the class with toolModule alone, once.'
  if (length === 0) return [{ subject, message: 'its class is not bound.', fix }]
  return [{ subject, message: `its class is bound ${length.toString()} times.`, fix }]
}

function repetitionProblems(toolClass: ToolClass, found: readonly unknown[]): DefinitionProblem[] {
  const count = found.filter((value) => value === toolClass).length
  if (count === 1) return []
  return [
    {
      subject: subjectOf(toolClass),
      message: `its class is in the container and its parents ${count.toString()} times.`,
      fix: 'Pass it to one toolModule only, and load that module once.',
    },
  ]
}

function notAClass(value: unknown): DefinitionProblem {
  return {
    subject: 'toolModule',
    message: `it was given ${value === null ? 'null' : `a value of type ${typeof value}`} where a class is expected.`,
    fix: 'Pass classes that carry @Tool. An undefined one often comes from an import cycle.',
  }
}

function isClass(value: unknown): value is ToolClass {
  return typeof value === 'function' && typeof value.prototype === 'object'
}
