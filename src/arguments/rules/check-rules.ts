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
import { askCondition, judgeValue, toJudgingRule, type Verdict } from './verdict.js'

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
 * Asks class-validator's own executor about an object with the methods of a class. It finds the rules by a hidden target,
 * because class-validator alone would drop a base's rules on a redecorated property. A rule or condition that throws
 * refuses.
 */
export function checkRules(target: Constructor, judged: object): Verdict {
  const verdict: Verdict = { violations: [], pending: [] }
  verdicts.set(judged, verdict)
  Object.defineProperty(judged, 'constructor', { value: findHiddenTarget(target) })
  validator.validateSync(judged, { forbidUnknownValues: false })
  return verdict
}

/** One per class: class-validator keeps what it is given for ever, and each target makes its executor slower. */
function findHiddenTarget(target: Constructor): object {
  const known = hiddenTargets.get(target)
  if (known !== undefined) return known
  const hidden = function hiddenTarget() {}
  Object.defineProperty(hidden, 'name', { value: target.name })
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
  return (object, value) => askCondition(verdictOf(object), { rule, condition }, { object, value })
}

/** Registers a constraint that runs the rule's own validators and notes what they refuse. */
function registerWatch(rule: Rule): ConstraintKey {
  const target = function watchedRule() {}
  const judging = toJudgingRule(rule)
  const instance: ValidatorConstraintInterface = {
    validate: (_value: unknown, args: ValidationArguments) => {
      judgeValue(verdictOf(args.object), judging, args)
      return true
    },
  }
  const constraint: ConstraintFields = { target, name: rule.name, async: false, instance }
  getMetadataStorage().addConstraintMetadata(constraint)
  return target
}

/** Every object that the executor sees was given to it by `checkRules`. */
function verdictOf(object: object): Verdict {
  return verdicts.get(object) ?? { violations: [], pending: [] }
}
