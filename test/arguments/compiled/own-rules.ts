import {
  IsString,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator'

type Judge = (value: unknown, args: ValidationArguments) => unknown

/** A rule as authors write one. */
function ownRule(name: string, judge: Judge, message = `$property must be ${name}`) {
  return (prototype: object, property: string | symbol): void => {
    registerDecorator({
      name,
      target: prototype.constructor,
      propertyName: String(property),
      validator: {
        validate: (value, args) => judge(value, args as ValidationArguments) as boolean,
        defaultMessage: () => message,
      },
    })
  }
}

@ValidatorConstraint({ name: 'fewMembers' })
class FewMembers implements ValidatorConstraintInterface {
  validate(_value: unknown, { object }: ValidationArguments): boolean {
    return Object.values(object).filter((member) => member !== undefined).length < 4
  }
}

function memberOf(object: object, name: string): unknown {
  return Reflect.get(object, name)
}

/** Rules and conditions of an author's own, which see the value, the object and the constraints. */
export const ownRules: Readonly<Record<string, readonly PropertyDecorator[]>> = {
  even: [ownRule('even', (value) => typeof value === 'number' && value % 2 === 0)],
  'of few members': [Validate(FewMembers)],
  'not as p0': [
    ownRule('notAsFirst', (value, { object }) => value !== memberOf(object, 'p0') || value === 'a'),
  ],
  'truthy answers': [ownRule('length', (value) => String(value).length)],
  'throws at texts': [
    ownRule('throws', (value) => {
      if (typeof value === 'string' && value.length > 2) throw new Error('too long')
      return true
    }),
  ],
  'named as another': [
    ownRule('isString', (value) => String(value) !== 'a', '$property must be a string'),
  ],
  'named as another, and looks at the object': [
    ownRule(
      'isInt',
      (_value, { object }) => memberOf(object, 'p1') !== 0,
      '$property must be an integer number',
    ),
  ],
  'validateIf of a rule': [
    IsString({ validateIf: (object: object) => memberOf(object, 'p0') !== 'a' }),
  ],
  'only beside p0': [ValidateIf((object: object) => memberOf(object, 'p0') !== undefined)],
  'unless null': [ValidateIf((_object, value) => value !== null)],
  'a condition that throws': [
    ValidateIf((object: object) => {
      if (memberOf(object, 'p0') === 'a') throw new Error('no')
      return true
    }),
  ],
  'answers later': [ownRule('later', async (value) => value !== 'a')],
  'answers later, unannounced': [ownRule('promised', (value) => Promise.resolve(value !== 'a'))],
}
