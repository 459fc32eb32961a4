import {
  getMetadataStorage,
  type ValidationArguments,
  type ValidationOptions,
  type ValidatorConstraintInterface,
} from 'class-validator'

import { constraintInstance } from './constraint-instance.js'

/** A decorator of class-validator, to compare a rule with. */
export type ReferenceDecorator = (options?: ValidationOptions) => PropertyDecorator

const known = new Map<string, readonly ValidatorConstraintInterface[]>()
const knownMessages = new Map<string, readonly string[]>()

/**
 * True when a constraint is the one that class-validator's own decorator registers under that name. A user may register
 * another one under the name of a built-in rule. The two are told apart by the message they give, so one that repeats
 * the message word for word must check no less.
 */
export function isOfDecorator(
  name: string,
  constraint: ValidatorConstraintInterface,
  reference: ReferenceDecorator,
): boolean {
  const messages = knownMessages.get(name) ?? readMessages(name, reference)
  knownMessages.set(name, messages)
  const message = messageOf(constraint)
  return message !== undefined && messages.includes(message)
}

/** The constraints that class-validator's own decorator registers, with and without `each`. */
export function constraintsOfDecorator(
  name: string,
  reference: ReferenceDecorator,
): readonly ValidatorConstraintInterface[] {
  const found = known.get(name) ?? registerReferences(name, reference)
  known.set(name, found)
  return found
}

function readMessages(name: string, reference: ReferenceDecorator): readonly string[] {
  return constraintsOfDecorator(name, reference)
    .map((constraint) => messageOf(constraint))
    .filter((message) => message !== undefined)
}

function registerReferences(
  name: string,
  reference: ReferenceDecorator,
): readonly ValidatorConstraintInterface[] {
  // class-validator scans every class it knows on each validation, so that one class carries all references.
  reference()(references.prototype as object, name)
  reference({ each: true })(references.prototype as object, name)
  const storage = getMetadataStorage()
  return storage
    .getTargetValidationMetadatas(references, '', false, false)
    .filter(({ propertyName }) => propertyName === name)
    .flatMap(({ constraintCls }) => storage.getTargetValidatorConstraints(constraintCls))
    .map(constraintInstance)
}

function references(): void {
  // Only its prototype is used.
}

function messageOf(constraint: ValidatorConstraintInterface): string | undefined {
  try {
    return constraint.defaultMessage?.(placeholder)
  } catch {
    return undefined
  }
}

const placeholder: ValidationArguments = {
  value: undefined,
  constraints: [],
  object: {},
  property: '',
  targetName: '',
}
