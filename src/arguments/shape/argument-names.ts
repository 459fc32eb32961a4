import { classChain } from '../../metadata/property-metadata.js'
import type { Constructor } from '../../tools/constructor.js'
import { readRules } from '../rules/class-validator-rules.js'

/** The properties of a class that are arguments: those with at least one class-validator decorator, its own or a base's. */
export function argumentNames(target: Constructor): readonly string[] {
  return [...readRules(target).keys()]
}

/** The accessor or method of the same name as an argument, if the class or a base declares one. */
export function findMember(target: Constructor, property: string): PropertyDescriptor | undefined {
  for (const owner of classChain(target)) {
    const prototype = owner.prototype as object | undefined
    const descriptor = prototype && Object.getOwnPropertyDescriptor(prototype, property)
    if (descriptor !== undefined) return descriptor
  }
  return undefined
}
