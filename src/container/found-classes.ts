import type { DefinitionProblem } from '../errors/definition-error.js'
import { readTools } from '../metadata/tool-metadata.js'
import type { ToolClass } from '../tools/constructor.js'
import { subjectOf } from './classes/class-name.js'
import { isClass, notAClass } from './classes/given-class.js'
import type { PlanProbe } from './plan-probe.js'

/** What a container holds under the key of `toolModule`. */
export interface FoundClasses {
  /** Each class once, in the order they were found. */
  readonly classes: readonly ToolClass[]
  /** Classes that were found more than once, and how often. */
  readonly repeated: ReadonlyMap<unknown, number>
  readonly problems: readonly DefinitionProblem[]
}

/** Sorts what `toolModule` recorded into classes and what is none. */
export function sortFound(found: readonly unknown[]): FoundClasses {
  const counts = new Map<unknown, number>()
  for (const value of found) counts.set(value, (counts.get(value) ?? 0) + 1)
  return {
    classes: [...counts.keys()].filter(isClass),
    repeated: new Map([...counts].filter(([, count]) => count > 1)),
    problems: found
      .filter((value) => !isClass(value))
      .map((value) => notAClass('toolModule', value)),
  }
}

/** Tool classes that are bound although `toolModule` was given none: it was forgotten. */
export function forgottenProblems(bound: readonly unknown[]): readonly DefinitionProblem[] {
  return bound
    .filter(isClass)
    .filter((service) => readTools(service).length > 0)
    .map((toolClass) => ({
      subject: subjectOf(toolClass),
      message: 'its class carries @Tool and is bound, but no toolModule was loaded.',
      fix: 'Load toolModule(TheClass) in the container instead of binding the class.',
    }))
}

/** A class must be found and bound once: from none nothing can be made, of two Inversify picks neither. */
export function bindingProblems(
  toolClass: ToolClass,
  repeated: FoundClasses['repeated'],
  probe: PlanProbe,
): readonly DefinitionProblem[] {
  const foundCount = repeated.get(toolClass)
  const boundCount = probe.bindingsOf(toolClass).length
  if (foundCount !== undefined) {
    const message = `its class is in the container and its parents ${foundCount.toString()} times.`
    return [toProblem(toolClass, message)]
  }
  if (boundCount === 1) return []
  const times = boundCount === 0 ? 'not bound' : `bound ${boundCount.toString()} times`
  return [toProblem(toolClass, `its class is ${times}.`)]
}

function toProblem(toolClass: ToolClass, message: string): DefinitionProblem {
  const fix =
    'Pass the class to one toolModule, load that module once, and bind the class nowhere else.'
  return { subject: subjectOf(toolClass), message, fix }
}
