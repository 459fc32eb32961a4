import { Ajv2020 } from 'ajv/dist/2020.js'
import * as classValidator from 'class-validator'

import { readRules } from '../../src/arguments/rules/class-validator-rules.js'
import { findStricterRule } from '../../src/arguments/rules/stricter-rules.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { RuleCase } from './rule-cases.js'

/** All that class-validator exports; its decorators among them. */
export const exported = classValidator as unknown as Readonly<
  Record<string, (...given: readonly unknown[]) => PropertyDecorator>
>

/** What class-validator records of a decorator, and the verdict on one value: its own and what is stricter. */
export interface RuleUnderTest {
  readonly name: string
  readonly constraints: readonly unknown[]
  readonly constraint: classValidator.ValidatorConstraintInterface
  readonly accepts: (value: unknown) => boolean
}

/** Puts the decorator on a class of its own and reads back what it recorded. */
export function ruleUnderTest([decorator, given]: RuleCase): RuleUnderTest {
  const decorate = exported[decorator]
  if (decorate === undefined) throw new Error(`class-validator has no ${decorator}`)
  return decorated(decorate(...given.map(copyOptions)))
}

/** Some validators write into the options that they are given. */
function copyOptions(given: unknown): unknown {
  const isOptions =
    typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype
  return isOptions ? { ...given } : given
}

/** The same for a decorator that is there already. */
export function decorated(decorator: PropertyDecorator): RuleUnderTest {
  class Holder {
    value: unknown
  }
  decorator(Holder.prototype, 'value')
  const storage = classValidator.getMetadataStorage()
  const [record] = storage.getTargetValidationMetadatas(Holder, '', false, false)
  const [known] =
    record === undefined ? [] : storage.getTargetValidatorConstraints(record.constraintCls)
  const [rule] = readRules(Holder).get('value') ?? []
  if (record === undefined || known === undefined || rule === undefined)
    throw new Error('the decorator records no rule')
  const refuses = findStricterRule(rule)
  return {
    name: known.name,
    constraints: (record.constraints as readonly unknown[] | undefined) ?? [],
    constraint: known.instance,
    accepts: (value) =>
      isValid(Object.assign(new Holder(), { value })) && refuses?.(value) !== true,
  }
}

const ajv = new Ajv2020({ strictNumbers: true, strict: false })

/** Ajv as a client has it, not tuned as ours is; an absent schema accepts everything. */
export function accepting(schema: JsonSchema | undefined): (value: unknown) => boolean {
  return ajv.compile(schema ?? {})
}

/** A validator that throws refuses. */
function isValid(object: object): boolean {
  try {
    return classValidator.validateSync(object, { forbidUnknownValues: false }).length === 0
  } catch {
    return false
  }
}
