import { IsInt, IsOptional, IsString, Max, Min, validateSync } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { refusalsOf, schemaOf } from './arguments-of.js'

class Ranked {
  @IsInt() a!: number
  @IsInt({ groups: ['admin'] })
  @Min(1, { groups: ['admin'] })
  @Max(9, { groups: ['guest'] })
  b!: number
  @IsString({ always: true }) c!: string
  @IsOptional({ groups: ['admin'] }) @IsString({ always: false }) d?: string
}

const valid = { a: 1, b: 2, c: 'x' }

describe('rules in groups of class-validator', () => {
  it('are all in the schema, because a call has no groups [SCH-02]', () => {
    expect(schemaOf(Ranked)).toEqual({
      type: 'object',
      properties: {
        a: { type: 'integer' },
        b: { type: 'integer', minimum: 1, maximum: 9 },
        c: { type: 'string' },
        d: { type: 'string' },
      },
      required: ['a', 'b', 'c'],
      additionalProperties: false,
    })
  })

  it.each([
    [{ ...valid, a: 'x' }, 'a isInt'],
    [{ ...valid, b: 0 }, 'b min'],
    [{ ...valid, b: 10 }, 'b max'],
    [{ ...valid, c: 1 }, 'c isString'],
    [{ ...valid, d: 1 }, 'd isString'],
  ])('all apply to a call: %j [ADM-01]', async (input, refusal) => {
    expect(await refusalsOf(Ranked, valid)).toEqual([])
    expect(await refusalsOf(Ranked, input)).toEqual([refusal])
  })

  it('all apply to class-validator itself where it is given no groups', () => {
    const errors = validateSync(Object.assign(new Ranked(), { a: 'x', b: 0, c: 1, d: 1 }))
    expect(errors.map(({ property }) => property)).toEqual(['a', 'b', 'c', 'd'])
  })
})
