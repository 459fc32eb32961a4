import { Type } from 'class-transformer'
import { IsInt, IsString, ValidateBy, ValidateNested } from 'class-validator'
import { describe, expect, it } from 'vitest'
import { checkTypes } from '../../../src/types/drift/check-types.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import type { ToolClass } from '../../../src/tools/constructor.js'
import { Body, factsOf, objectType, orderOf } from './type-of.js'

const text = { type: 'string' } as const
const pending = new Promise<boolean>(() => undefined)
const never = ValidateBy({ name: 'never', async: true, validator: { validate: () => pending } })
const known = ValidateBy({ name: 'known', validator: { validate: () => true } })
const soon = () => new Promise<boolean>((resolve) => setTimeout(resolve, 1, true))
const late = ValidateBy({ name: 'late', async: true, validator: { validate: soon } })

class Account {
  @IsInt() size!: string
  @IsString() @never id!: string
}

async function foundIn(toolClass: ToolClass, type: JsonSchema, probeTimeoutMs = 20) {
  return checkTypes([orderOf(toolClass)], factsOf(type), { probeTimeoutMs })
}

describe('checkTypes, validators that never answer', () => {
  it('names the property that has one, and ends', async () => {
    class Waiting extends Body {
      @IsInt() count!: string
      @IsString() @never account!: string
    }
    expect(await foundIn(Waiting, objectType({ count: text, account: text }))).toMatchObject([
      {
        ...{ property: 'account', kind: 'definition', severity: 'error' },
        message:
          'one of its validators did not answer within 20 ms, so its class was not compared.',
      },
    ])
  })

  it('names each property that may have it', async () => {
    class Several extends Body {
      @IsInt() count!: string
      @known name!: string
      @never account!: string
    }
    const type = objectType({ count: text, name: text, account: text })
    const drifts = await foundIn(Several, type)
    expect(drifts.map(({ property }) => property)).toEqual(['account', 'name'])
    expect(drifts[0]?.message).toMatch(/^one of the validators of it and of others did/)
  })

  it('compares the classes round the one that has it', async () => {
    class Outer extends Body {
      @IsInt() count!: string
      @ValidateNested() @Type(() => Account) account!: Account
    }
    const account = objectType({ size: text, id: text })
    const drifts = await foundIn(Outer, objectType({ count: text, account }))
    expect(drifts.map(({ property, kind }) => `${property} ${kind}`)).toEqual([
      'account.id definition',
      'count disjoint',
    ])
  })

  it('waits for those that answer in time', async () => {
    class Slow extends Body {
      @late size!: number
    }
    const drifts = await foundIn(Slow, objectType({ size: { type: 'number' } }), 60_000)
    expect(drifts).toMatchObject([{ property: 'size', kind: 'wider' }])
  })
})
