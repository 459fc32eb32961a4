import {
  getMetadataStorage,
  ValidationTypes,
  type ValidatorConstraintInterface,
} from 'class-validator'

import { classChain } from '../../metadata/property-metadata.js'
import type { Constructor } from '../../tools/constructor.js'
import { constraintInstance } from './constraint-instance.js'
import { isNullableCondition } from './nullable.js'

type Storage = ReturnType<typeof getMetadataStorage>

/** What one class-validator decorator recorded. */
export type ValidationRecord = ReturnType<Storage['getTargetValidationMetadatas']>[number]

/** The condition of `@ValidateIf` and `@IsOptional`. */
export type Condition = (object: object, value: unknown) => boolean

/** What a rule is: a check of the value, or one of class-validator's special records. */
export type RuleKind =
  'check' | 'condition' | 'optional' | 'nullable' | 'nested' | 'allow' | 'promise'

/** One class-validator rule on a property, inheritance resolved. */
export interface Rule {
  readonly kind: RuleKind
  /** The name of the rule, as it stands in an issue's code. */
  readonly name: string
  readonly property: string
  readonly constraints: readonly unknown[]
  /** True when the rule is for each element of an array. */
  readonly each: boolean
  readonly record: ValidationRecord
  /** The functions behind a check; none where its constraint class is not known to class-validator. */
  readonly validators: readonly ValidatorConstraintInterface[]
}

const specialKinds: Readonly<Record<string, RuleKind>> = {
  [ValidationTypes.CONDITIONAL_VALIDATION]: 'condition',
  [ValidationTypes.NESTED_VALIDATION]: 'nested',
  [ValidationTypes.WHITELIST]: 'allow',
  [ValidationTypes.PROMISE_VALIDATION]: 'promise',
}

/**
 * The rules of a class by property, in declared order, base classes first. A property decorated again in a subclass
 * keeps the base's rules, a rule of the same name replacing the base's; `@IsOptional` and `@IsDefined`
 * contradict each other, so the later one replaces the earlier.
 */
export function readRules(target: Constructor): ReadonlyMap<string, readonly Rule[]> {
  const rules = new Map<string, readonly Rule[]>()
  for (const owner of classChain(target).toReversed()) {
    for (const [property, own] of groupByProperty(ownRecords(owner).map(toRule))) {
      const inherited = rules.get(property) ?? []
      const kept = inherited.filter((rule) => !own.some((other) => isReplacedBy(rule, other)))
      rules.set(property, [...kept, ...own])
    }
  }
  return rules
}

/** What class-validator keeps by class. Its public method looks at every class it knows, to find the bases of one. */
interface RecordsByClass {
  readonly validationMetadatas?: unknown
}

/** The checks among rules, in the order class-validator runs them: `@IsDefined` before all others. */
export function checksInOrder(rules: readonly Rule[]): readonly Rule[] {
  const checks = rules.filter(({ kind }) => kind === 'check')
  const isFirst = ({ record }: Rule): boolean => record.type === 'isDefined'
  return [...checks.filter(isFirst), ...checks.filter((rule) => !isFirst(rule))]
}

function ownRecords(owner: Constructor): readonly ValidationRecord[] {
  const storage = getMetadataStorage()
  const { validationMetadatas: byClass } = storage as unknown as RecordsByClass
  const records =
    byClass instanceof Map
      ? ((byClass.get(owner) ?? []) as readonly ValidationRecord[])
      : storage.getTargetValidationMetadatas(owner, '', false, false)
  return records.filter((record) => record.target === owner)
}

function groupByProperty(rules: readonly Rule[]): Map<string, Rule[]> {
  const groups = new Map<string, Rule[]>()
  for (const rule of rules) groups.set(rule.property, [...(groups.get(rule.property) ?? []), rule])
  return groups
}

function isReplacedBy(base: Rule, own: Rule): boolean {
  if (base.name === own.name && base.kind === own.kind) return true
  return isOppositePair(base, own) || isOppositePair(own, base)
}

function isOppositePair(first: Rule, second: Rule): boolean {
  return first.kind === 'optional' && second.name === 'isDefined'
}

function toRule(record: ValidationRecord): Rule {
  const known = constraintsOf(record)
  let validators: readonly ValidatorConstraintInterface[] | undefined
  return {
    kind: kindOf(record),
    name: record.name ?? known[0]?.name ?? record.type,
    property: record.propertyName,
    constraints: (record.constraints as readonly unknown[] | undefined) ?? [],
    each: record.each,
    record,
    // A host's container may be asked, so that none is asked for before it is needed.
    get validators() {
      return (validators ??= known.map(constraintInstance))
    },
  }
}

function kindOf(record: ValidationRecord): RuleKind {
  const kind = specialKinds[record.type] ?? 'check'
  if (kind !== 'condition') return kind
  if (record.name === 'isOptional') return 'optional'
  return isNullableCondition(record.constraints[0]) ? 'nullable' : 'condition'
}

function constraintsOf(
  record: ValidationRecord,
): ReturnType<Storage['getTargetValidatorConstraints']> {
  return getMetadataStorage().getTargetValidatorConstraints(record.constraintCls)
}
