import type { PropertyShape } from '../../../arguments/shape/shape.js'
import { isBuiltInRule } from '../../../arguments/translation/rule-schemas.js'
import { memberPath, type ClassPair } from '../nested/class-pair.js'
import type { UnsettledProbe } from '../probe/settle-in-time.js'
import type { Finding } from '../report/finding.js'

/**
 * What is told of a class with a validator that does not answer. class-validator asks the rules of all properties at once,
 * so those are named that have a rule of the author's own; where none has, the one that was asked about.
 */
export function unsettledFindings(
  pair: ClassPair,
  asked: PropertyShape,
  { timeoutMs }: UnsettledProbe,
): readonly Finding[] {
  const suspects = pair.shape.properties.filter(hasOwnRule)
  const named = suspects.length === 0 ? [asked] : suspects
  const whose = named.length === 1 ? 'its validators' : 'the validators of it and of others'
  const message = `one of ${whose} did not answer within ${timeoutMs.toString()} ms, so its class was not compared.`
  const fix = 'Let every validator settle, also where what it asks cannot be reached.'
  return named.map((property) => ({
    ...{ property: memberPath(pair, property), kind: 'definition', severity: 'error' },
    ...{ message, fix },
  }))
}

function hasOwnRule({ rules }: PropertyShape): boolean {
  return rules.some(({ name, validators }) =>
    validators.some((validator) => !isBuiltInRule(name, validator)),
  )
}
