import { IsArray, registerDecorator } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { argumentsOf } from './arguments-of.js'

/** A rule that changes what it sees, and answers at once or later. */
function sorts(isLate: boolean): PropertyDecorator {
  return (prototype, propertyName) => {
    const validate = (value: unknown): boolean | Promise<boolean> => {
      ;(value as unknown[]).sort()
      return isLate ? Promise.resolve(true) : true
    }
    const validator = { validate, async: isLate }
    const target = prototype.constructor
    registerDecorator({ name: 'sorts', target, propertyName: String(propertyName), validator })
  }
}

class Sorted {
  @IsArray() @sorts(false) values!: number[]
}

class SortedLater {
  @IsArray() @sorts(true) values!: number[]
}

describe('a rule that changes what it sees', () => {
  it.each([Sorted, SortedLater])('leaves what is admitted alone: %o', async (target) => {
    const admission = await argumentsOf(target).admit({ values: [3, 1, 2] })
    expect(admission).toMatchObject({
      status: 'admitted',
      admitted: { json: { values: [3, 1, 2] } },
    })
  })
})
