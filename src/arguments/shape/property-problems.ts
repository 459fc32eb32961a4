import { describedProperties } from '../../metadata/property-metadata.js'
import type { Constructor } from '../../tools/constructor.js'
import { findMember } from './argument-names.js'
import { findExpose, isExcluded, typedProperties } from '../rules/class-transformer-records.js'
import type { Rule } from '../rules/class-validator-rules.js'
import { findProbedValue, type ProbedValue, type Probes } from './initialisers.js'
import { ruleForType } from './rule-for-type.js'

/** What is wrong with a property; `property` is undefined for the class as a whole. */
export interface PropertyProblem {
  readonly property: string | undefined
  readonly message: string
  readonly fix: string
}

/** One property while it is being read. */
export interface PropertyReading {
  readonly target: Constructor
  readonly property: string
  readonly rules: readonly Rule[]
  readonly probes: Probes | undefined
}

/** Names that every object has: class-validator cannot group rules under them. */
const unusableNames: ReadonlySet<string> = new Set([
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
])

/** Properties an author meant as arguments, but that no class-validator decorator makes one. */
export function uncheckedProperties(
  target: Constructor,
  rules: ReadonlyMap<string, readonly Rule[]>,
): readonly PropertyProblem[] {
  const meant = new Set([...typedProperties(target), ...describedProperties(target)])
  return [...meant]
    .filter((property) => !rules.has(property))
    .map((property) => ({
      property,
      message: 'it has @Type or @Describe and no class-validator decorator, so it is no argument.',
      fix: `Add ${ruleForType(target, property)}; or remove the decorator.`,
    }))
}

/** What is called on a tool class itself, or found on its prototype: held by a property, nobody would see it. */
const methodNames = ['idempotencyKey', 'resume', 'reconcile'] as const

/** Methods that an author wrote as properties. */
export function methodsInProperties(probes: Probes): readonly PropertyProblem[] {
  return methodNames
    .filter((name) => {
      const probed = findProbedValue(probes, name)
      return typeof probed?.value === 'function' && !probed.isInjected
    })
    .map((property) => ({
      property,
      message: 'it is a property that holds a function, so it would never be called.',
      fix: `Write \`${property}() { … }\` as a method.`,
    }))
}

/** What is wrong with a property as a member of its class. */
export function memberProblems(
  { target, property }: PropertyReading,
  probed: ProbedValue | undefined,
): readonly PropertyProblem[] {
  if (typeof property !== 'string') {
    const message = 'its name is a symbol, which JSON cannot carry.'
    return [{ property: String(property), message, fix: 'Name the argument by a text.' }]
  }
  if (unusableNames.has(property)) {
    return [
      { property, message: 'every object has this name.', fix: 'Name the argument otherwise.' },
    ]
  }
  if (probed?.isInjected === true) {
    const message =
      'it is both an argument and an injected member, so input could replace a service.'
    return [{ property, message, fix: 'Give the service another name, or remove the validators.' }]
  }
  const member = findMember(target, property)
  if (member === undefined) return []
  const kind = (member.get ?? member.set) ? 'an accessor' : 'a method'
  const message = `it is both an argument and ${kind}.`
  return [{ property, message, fix: 'Declare the argument as a plain property.' }]
}

/** What is wrong with the decorators of a property. */
export function ruleProblems({ target, property, rules }: PropertyReading): PropertyProblem[] {
  const problems: PropertyProblem[] = []
  const add = (message: string, fix: string): void => {
    problems.push({ property, message, fix })
  }
  if (rules.some((rule) => rule.kind === 'promise')) {
    add('it has @ValidatePromise, and JSON has no promises.', 'Remove @ValidatePromise.')
  }
  for (const rule of rules.filter(isWithoutValidator)) {
    const fix =
      'Mark the class with @ValidatorConstraint() of the class-validator this package uses.'
    add(
      `class-validator does not know the constraint class of its rule "${rule.name}", so nothing would be checked.`,
      fix,
    )
  }
  if (isExcluded(target, property)) {
    add('it is an argument, and @Exclude would drop it.', 'Remove @Exclude, or the validators.')
  }
  const key = findExpose(target, property)?.options.name ?? property
  if (key !== property && unusableNames.has(key)) {
    add('@Expose gives it a name that every object has.', 'Choose another name.')
  }
  if (findExpose(target, property)?.options.groups !== undefined) {
    add('it has @Expose with groups, and a call has no groups.', 'Remove the groups.')
  }
  return problems
}

function isWithoutValidator(rule: Rule): boolean {
  return rule.kind === 'check' && rule.validators.length === 0
}
