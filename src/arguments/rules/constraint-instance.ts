import {
  getMetadataStorage,
  registerDecorator,
  type ValidatorConstraintInterface,
} from 'class-validator'

/** What class-validator knows of the class behind a rule. */
type Constraint = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidatorConstraints']
>[number]

/**
 * What answers for a rule. class-validator looks for it among all that it has made, each time; the class that it wraps
 * round the functions of a decorator holds nothing, so that one more of it answers the same. Any other class is for
 * class-validator to make, which may ask the container of a host.
 */
export function constraintInstance(constraint: Constraint): ValidatorConstraintInterface {
  const target = constraint.target as new () => ValidatorConstraintInterface
  return textOf(target) === (wrapperText ??= readWrapperText()) ? new target() : constraint.instance
}

let wrapperText: string | undefined

function readWrapperText(): string {
  registerDecorator({
    name: 'wrapper',
    target: wrapped,
    propertyName: 'wrapper',
    validator: { validate: () => true },
  })
  const [record] = getMetadataStorage().getTargetValidationMetadatas(wrapped, '', false, false)
  return textOf(record?.constraintCls)
}

function wrapped(): void {
  // Only what is registered for it is read.
}

function textOf(target: unknown): string {
  return typeof target === 'function' ? Function.prototype.toString.call(target) : ''
}
