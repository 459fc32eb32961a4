import type { DefinitionProblem } from '../errors/definition-error.js'
import { quoteName } from '../errors/quoted-name.js'
import { describeClass } from '../registry/define/check-tool-class.js'
import { classChain } from '../metadata/property-metadata.js'
import type { Constructor } from '../tools/constructor.js'
import { isComplete, isUnmanaged, readInjections, type Injection } from './class-injections.js'
import { subjectOf } from './classes/class-name.js'
import { constructorOwner, isBuiltIn } from './classes/own-constructor.js'
import { sharedNameProblems } from './classes/shared-names.js'

/** What keeps Inversify from filling the constructor and properties of a tool class as its author means it. */
export function injectionProblems(toolClass: Constructor): readonly DefinitionProblem[] {
  const owner = constructorOwner(toolClass)
  const parameters =
    owner === toolClass
      ? parameterProblems(toolClass)
      : inheritedParameterProblems(toolClass, owner)
  return [
    ...parameters,
    ...incompletePropertyProblems(toolClass),
    ...inheritedPropertyProblems(toolClass),
    ...sharedNameProblems(toolClass, injectedMembers(toolClass)),
  ]
}

function parameterProblems(toolClass: Constructor): DefinitionProblem[] {
  const { constructorArguments } = readInjections(toolClass)
  const types = Reflect.getOwnMetadata('design:paramtypes', toolClass) as unknown[] | undefined
  return indexesUpTo(Math.max(toolClass.length, constructorArguments.length)).flatMap((index) => {
    const injection = constructorArguments[index]
    const subject = subjectOf(toolClass)
    const parameter = `constructor parameter ${index.toString()} of ${describeClass(toolClass)}`
    if (isComplete(injection)) return cycleProblems(subject, parameter, injection)
    return [
      { subject, ...(types === undefined ? noMetadata(parameter) : noRuntimeType(parameter)) },
    ]
  })
}

function noMetadata(parameter: string): Omit<DefinitionProblem, 'subject'> {
  return {
    message: `${parameter} has no injection metadata; the compiler emits none (esbuild and tsx never do).`,
    fix: 'Write @inject(Token) before the parameter, or compile with emitDecoratorMetadata switched on.',
  }
}

function noRuntimeType(parameter: string): Omit<DefinitionProblem, 'subject'> {
  return {
    message: `${parameter} has no injection metadata; its type is no class at run time (an interface, a primitive, or a class imported with \`import type\`).`,
    fix: 'Write @inject(Token) before the parameter, or import the class with a plain `import`.',
  }
}

/** In an import cycle a class is undefined when the decorator or the compiler's metadata reads it. */
function cycleProblems(subject: string, place: string, injection: Injection): DefinitionProblem[] {
  if (isUnmanaged(injection) || injection.value !== undefined) return []
  return [
    {
      subject,
      message: `the service of ${place} was undefined when the class was declared, as in an import cycle.`,
      fix: 'Write @inject(new LazyServiceIdentifier(() => Token)), or break the cycle of imports.',
    },
  ]
}

/** A subclass without a constructor of its own takes the parameters of its base, but not their metadata. */
function inheritedParameterProblems(
  toolClass: Constructor,
  owner: Constructor,
): DefinitionProblem[] {
  if (isBuiltIn(owner)) return []
  const needed = readInjections(owner).constructorArguments
  const own = readInjections(toolClass).constructorArguments
  const missing = indexesUpTo(Math.max(owner.length, needed.length)).filter(
    (index) => !isComplete(own[index]) && !isUnmanaged(needed[index]),
  )
  if (missing.length === 0) return []
  const noun = missing.length === 1 ? 'parameter' : 'parameters'
  return [
    {
      subject: subjectOf(toolClass),
      message: `${describeClass(toolClass)} inherits the constructor of ${describeClass(owner)}, but Inversify passes nothing for ${noun} ${missing.join(', ')}.`,
      fix: 'Add @injectFromBase() or @injectFromHierarchy() to the class, or give it a constructor of its own.',
    },
  ]
}

function incompletePropertyProblems(toolClass: Constructor): DefinitionProblem[] {
  const subject = subjectOf(toolClass)
  return [...readInjections(toolClass).properties].flatMap(([property, injection]) => {
    const place = `property ${quoteName(String(property))} of ${describeClass(toolClass)}`
    if (isComplete(injection)) return cycleProblems(subject, place, injection)
    return [
      {
        subject,
        message: `${place} has no service to inject.`,
        fix: 'Write @inject(Token) on it beside @named, @tagged or @optional.',
      },
    ]
  })
}

function inheritedPropertyProblems(toolClass: Constructor): DefinitionProblem[] {
  const own = readInjections(toolClass).properties
  const bases = classChain(toolClass).slice(1)
  return bases.flatMap((base) => {
    const lost = [...readInjections(base).properties.keys()].filter(
      (property) => !own.has(property),
    )
    return lost.map((property) => ({
      subject: subjectOf(toolClass),
      message: `Inversify does not inject ${quoteName(String(property))}, which ${describeClass(toolClass)} inherits from ${describeClass(base)}.`,
      fix: 'Add @injectFromBase() or @injectFromHierarchy() to the class.',
    }))
  })
}

function injectedMembers(toolClass: Constructor): readonly (string | symbol)[] {
  return classChain(toolClass).flatMap((owner) => [...readInjections(owner).properties.keys()])
}

function indexesUpTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}
