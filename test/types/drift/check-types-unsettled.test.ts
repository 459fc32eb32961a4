import { IsInt, IsString, ValidateBy } from 'class-validator'
import { describe, expect, it } from 'vitest'
import { checkTypes } from '../../../src/types/drift/check-types.js'
import { Body, factsOf, objectType, orderOf } from './type-of.js'

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const pending = new Promise<boolean>(() => undefined)
const late = ValidateBy({ name: 'late', async: true, validator: { validate: () => pending } })

class Waiting extends Body {
  @IsString() @late account!: 'a' | 'b'
  @IsInt() count!: string
}

const type = objectType({ account: { enum: ['a', 'b'] }, count: text })

describe('checkTypes, validators that never answer', () => {
  it('names the property and goes on with the others', async () => {
    const drifts = await checkTypes([orderOf(Waiting)], factsOf(type), { probeTimeoutMs: 5 })
    expect(drifts).toMatchObject([
      { property: 'account', kind: 'definition', severity: 'error' },
      { property: 'count', kind: 'disjoint' },
    ])
    expect(drifts[0]?.message).toContain('did not answer within 5 ms')
  })

  it('waits for those that answer in time', async () => {
    const validate = () => new Promise<boolean>((resolve) => setTimeout(resolve, 1, true))
    class Slow extends Body {
      @ValidateBy({ name: 'slow', async: true, validator: { validate } }) size!: number
    }
    const facts = factsOf(objectType({ size: number }))
    const drifts = await checkTypes([orderOf(Slow)], facts, { probeTimeoutMs: 60_000 })
    expect(drifts).toMatchObject([{ property: 'size', kind: 'wider' }])
  })
})
