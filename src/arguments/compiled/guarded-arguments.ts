import type { ValidationArguments } from 'class-validator'

import type { Rule } from '../rules/class-validator-rules.js'
import type { Walk } from './walk.js'

/**
 * What a rule of class-validator itself is given, made once: such a rule looks at its constraints only. One that looks at
 * the object or the value all the same is none of them, and is noticed.
 */
export function guardedArguments(rule: Rule, targetName: string, walk: Walk): ValidationArguments {
  const touch = (): never => {
    walk.isUnsure = true
    throw new TypeError('a rule looks at what it is not given')
  }
  return Object.freeze({
    constraints: rule.record.constraints as unknown[],
    property: rule.property,
    targetName,
    get value(): never {
      return touch()
    },
    get object(): never {
      return touch()
    },
  })
}
