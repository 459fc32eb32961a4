import {
  getMetadataStorage,
  Validator,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator'

import type { ClassShape } from '../shape/shape.js'
import type { Condition, Rule, ValidationRecord } from './class-validator-rules.js'
import { isEnumValue } from './enum-values.js'

/** A rule that refused; `index` is the element it refused, for a rule on each. */
export interface Violation {
  readonly rule: Rule
  readonly index: number | undefined
}

/** What the rules of one object said. Violations found by `pending` are added when it resolves. */
export interface Verdict {
  readonly violations: Violation[]
  readonly pending: Promise<void>[]
}

type ConstraintMetadata = Parameters<
  ReturnType<typeof getMetadataStorage>['addConstraintMetadata']
>[0]
/** What class-validator reads of a constraint; its own class would make the instance itself. */
type ConstraintFields = Pick<ConstraintMetadata, 'target' | 'name' | 'async' | 'instance'>
type ConstraintKey = ValidationRecord['constraintCls']

const verdicts = new WeakMap<object, Verdict>()
const hiddenTargets = new WeakMap<ClassShape, object>()

/**
 * An object for class-validator to judge. It has the methods of the class, but carries its rules by a hidden
 * target, because class-validator alone would drop a base's rules on a redecorated property.
 */
export function createJudged(shape: ClassShape): object {
  const judged = Object.create(shape.target.prototype as object) as object
  Object.defineProperty(judged, 'constructor', { value: findHiddenTarget(shape) })
  return judged
}

/**
 * Asks class-validator's own executor about an object made by `createJudged`. This is the one place that compiled
 * rules will take over. A rule or condition that throws refuses.
 */
export function checkRules(judged: object): Verdict {
  const verdict: Verdict = { violations: [], pending: [] }
  verdicts.set(judged, verdict)
  new Validator().validateSync(judged, { forbidUnknownValues: false })
  return verdict
}

function findHiddenTarget(shape: ClassShape): object {
  const known = hiddenTargets.get(shape)
  if (known !== undefined) return known
  const target = function hiddenTarget() {}
  for (const rule of shape.properties.flatMap(({ rules }) => rules)) {
    const changes = hiddenChanges(rule)
    if (changes === undefined) continue
    const record = Object.create(Object.getPrototypeOf(rule.record) as object) as ValidationRecord
    Object.assign(record, rule.record, { target }, changes)
    getMetadataStorage().addValidationMetadata(record)
  }
  hiddenTargets.set(shape, target)
  return target
}

/** How a record differs on the hidden target; undefined for records that admit enforces itself. */
function hiddenChanges(rule: Rule): Partial<ValidationRecord> | undefined {
  switch (rule.kind) {
    case 'check':
      return {
        each: false,
        message: rule.name,
        constraintCls: registerWatch(rule),
        ...(rule.record.validateIf && { validateIf: watchCondition(rule, rule.record.validateIf) }),
      }
    case 'condition':
    case 'optional':
    case 'nullable':
      return { constraints: [watchCondition(rule, rule.constraints[0] as Condition)] }
    case 'nested':
    case 'allow':
    case 'promise':
      return undefined
  }
}

function watchCondition(rule: Rule, condition: Condition): Condition {
  return (object, value) => {
    try {
      return condition(object, value)
    } catch {
      addViolation(object, { rule, index: undefined })
      return false
    }
  }
}

/** Registers a constraint that runs the rule's own validators and notes what they refuse. */
function registerWatch(rule: Rule): ConstraintKey {
  const target = function watchedRule() {}
  const instance: ValidatorConstraintInterface = {
    validate: (value: unknown, args: ValidationArguments) => watchValue(rule, value, args),
  }
  const constraint: ConstraintFields = { target, name: rule.name, async: false, instance }
  getMetadataStorage().addConstraintMetadata(constraint)
  return target
}

function watchValue(rule: Rule, value: unknown, args: ValidationArguments): boolean {
  if (!rule.each) watchOne(rule, { value, index: undefined }, args)
  else if (Array.isArray(value)) {
    value.forEach((element: unknown, index) => {
      watchOne(rule, { value: element, index }, args)
    })
  } else addViolation(args.object, { rule, index: undefined })
  return true
}

interface Watched {
  readonly value: unknown
  readonly index: number | undefined
}

function watchOne(rule: Rule, { value, index }: Watched, args: ValidationArguments): void {
  const answers = rule.validators.map((validator) => askValidator(validator, value, args))
  if (answers.includes(false) || !isEnumValue(rule, value)) {
    addViolation(args.object, { rule, index })
    return
  }
  const pending = answers.filter((answer) => typeof answer !== 'boolean')
  for (const answer of pending) awaitAnswer(args.object, { rule, index }, answer)
}

function askValidator(
  validator: ValidatorConstraintInterface,
  value: unknown,
  args: ValidationArguments,
): boolean | Promise<boolean> {
  try {
    const answer: unknown = validator.validate(value, args)
    return isThenable(answer) ? Promise.resolve(answer).then(Boolean) : Boolean(answer)
  } catch {
    return false
  }
}

function awaitAnswer(object: object, violation: Violation, answer: Promise<boolean>): void {
  const refuse = (): void => {
    addViolation(object, violation)
  }
  const settled = answer.then((isValid) => {
    if (!isValid) refuse()
  }, refuse)
  verdicts.get(object)?.pending.push(settled)
}

function addViolation(object: object, violation: Violation): void {
  verdicts.get(object)?.violations.push(violation)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value
}
