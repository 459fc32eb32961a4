import {
  getMetadataStorage,
  Validator,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator'

import type { Constructor } from '../../tools/constructor.js'
import {
  readRules,
  type Condition,
  type Rule,
  type ValidationRecord,
} from './class-validator-rules.js'
import { findStricterRule } from './stricter-rules.js'

/** A rule that refused; `index` is the element it refused, for a rule on each. */
export interface Violation {
  readonly rule: Rule
  readonly index: number | undefined
  /** What it refused; never shown. */
  readonly value: unknown
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

// One of our own: the exported functions ask the container a host may have given to class-validator.
const validator = new Validator()
const verdicts = new WeakMap<object, Verdict>()
const hiddenTargets = new WeakMap<Constructor, object>()

/**
 * An object for class-validator to judge. It has the methods of the class, but carries its rules by a hidden
 * target, because class-validator alone would drop a base's rules on a redecorated property.
 */
export function createJudged(target: Constructor): object {
  const judged = Object.create(target.prototype as object) as object
  Object.defineProperty(judged, 'constructor', { value: findHiddenTarget(target) })
  return judged
}

/**
 * Asks class-validator's own executor about an object made by `createJudged`. A rule or condition that throws refuses.
 */
export function checkRules(judged: object): Verdict {
  const verdict: Verdict = { violations: [], pending: [] }
  verdicts.set(judged, verdict)
  validator.validateSync(judged, { forbidUnknownValues: false })
  return verdict
}

/** One per class: class-validator keeps what it is given for ever, and each target makes its executor slower. */
function findHiddenTarget(target: Constructor): object {
  const known = hiddenTargets.get(target)
  if (known !== undefined) return known
  const hidden = function hiddenTarget() {}
  for (const rule of [...readRules(target).values()].flat()) {
    const changes = hiddenChanges(rule)
    if (changes === undefined) continue
    const record = Object.create(Object.getPrototypeOf(rule.record) as object) as ValidationRecord
    Object.assign(record, rule.record, { target: hidden }, changes)
    getMetadataStorage().addValidationMetadata(record)
  }
  hiddenTargets.set(target, hidden)
  return hidden
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
      addViolation(object, { rule, index: undefined, value })
      return false
    }
  }
}

/** Registers a constraint that runs the rule's own validators and notes what they refuse. */
function registerWatch(rule: Rule): ConstraintKey {
  const target = function watchedRule() {}
  const watched: WatchedRule = { rule, refuses: findStricterRule(rule) ?? (() => false) }
  const instance: ValidatorConstraintInterface = {
    validate: (value: unknown, args: ValidationArguments) => watchValue(watched, value, args),
  }
  const constraint: ConstraintFields = { target, name: rule.name, async: false, instance }
  getMetadataStorage().addConstraintMetadata(constraint)
  return target
}

/** A rule, and what is refused on top of it. */
interface WatchedRule {
  readonly rule: Rule
  readonly refuses: (value: unknown) => boolean
}

function watchValue(watched: WatchedRule, value: unknown, args: ValidationArguments): boolean {
  const { rule } = watched
  if (!rule.each) watchOne(watched, { value, index: undefined }, args)
  else if (isList(value)) {
    ;[...value.values()].forEach((element: unknown, index) => {
      watchOne(watched, { value: element, index }, args)
    })
  } else addViolation(args.object, { rule, index: undefined, value })
  return true
}

/** What class-validator takes each of; JSON has arrays only, a transform may make the others. */
function isList(value: unknown): value is { values(): Iterable<unknown> } {
  return Array.isArray(value) || value instanceof Set || value instanceof Map
}

interface WatchedValue {
  readonly value: unknown
  readonly index: number | undefined
}

function watchOne(
  { rule, refuses }: WatchedRule,
  { value, index }: WatchedValue,
  args: ValidationArguments,
): void {
  const answers = rule.validators.map((validator) => askValidator(validator, value, args))
  if (answers.includes(false) || refuses(value)) {
    addViolation(args.object, { rule, index, value })
    return
  }
  const pending = answers.filter((answer) => typeof answer !== 'boolean')
  for (const answer of pending) awaitAnswer(args.object, { rule, index, value }, answer)
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
