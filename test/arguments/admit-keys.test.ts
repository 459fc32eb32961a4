import { Type } from 'class-transformer'
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { issuesOf, refusalsOf } from './arguments-of.js'

class Line {
  @IsString() sku!: string
  @IsInt() @Min(1) qty!: number
}

class Options {
  @IsOptional() @IsInt() max?: number
}

class Order {
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[]

  @IsOptional()
  @ValidateNested()
  @Type(() => Options)
  opts?: Options
}

const line = { sku: 'A', qty: 1 }

describe('admit, unknown keys', () => {
  class Delete {
    @IsString() path!: string
    @IsOptional() @IsBoolean() dryRun = false
    @IsOptional() @ValidateNested() @Type(() => Options) opts?: Options
  }

  it('names the nearest declared argument [ADM-03]', async () => {
    const [issue] = await issuesOf(Delete, { path: '/a', dry_run: true })
    expect(issue).toEqual({
      path: 'dry_run',
      code: 'unknownKey',
      message: 'dry_run is not an argument. Did you mean "dryRun"?',
    })
  })

  it('refuses them at every level [ADM-03]', async () => {
    const refusals = await refusalsOf(Order, {
      lines: [line, { ...line, evil: 1 }],
      opts: { maxx: 1 },
    })
    expect(refusals).toEqual(['lines[1].evil unknownKey', 'opts.maxx unknownKey'])
  })

  it('writes odd keys in brackets, clipped and escaped [ADM-02]', async () => {
    const issues = await issuesOf(Order, {
      lines: [],
      'x y': 1,
      'a\u202eb': 1,
      ['k'.repeat(80)]: 1,
    })
    expect(issues.map(({ path }) => path)).toEqual([
      '["x y"]',
      '["a\\u202eb"]',
      `["${'k'.repeat(64)}…"]`,
    ])
  })

  it('names nearest candidates for the first ten only [ADM-02]', async () => {
    const entries = Array.from({ length: 12 }, (_, index) => [`path${index.toString()}`, 1])
    const issues = await issuesOf(Delete, { path: '/', ...Object.fromEntries(entries) })
    expect(issues.filter(({ message }) => message.includes('Did you mean'))).toHaveLength(10)
  })
})

describe('admit, all violations at once', () => {
  class Transfer {
    @IsString() @Length(1, 8) from!: string
    @IsInt() @Min(1) amountCents!: number
    @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[]
  }

  it('lists them with paths from the root [ADM-02]', async () => {
    const input = { from: 'far too long', amountCents: 0.5, lines: [line, { sku: 1, qty: 0 }] }
    expect([...(await refusalsOf(Transfer, input))].sort()).toEqual([
      'amountCents isInt',
      'amountCents min',
      'from isLength',
      'lines[1].qty min',
      'lines[1].sku isString',
    ])
  })

  it('says in words what is wrong and where [ADM-02]', async () => {
    const issues = await issuesOf(Transfer, { from: '', lines: [{ sku: 'A', qty: 0 }] })
    expect(issues.map(({ message }) => message).sort()).toEqual([
      'amountCents is required.',
      'from must have 1 to 8 characters.',
      'lines[0].qty must not be less than 1.',
    ])
  })
})

describe('admit, one reason where one says it all', () => {
  class Page {
    @IsInt() @Min(1) @Max(100) limit = 20
    @IsOptional() @IsString({ each: true }) @Length(1, 3, { each: true }) tags?: string[]
  }

  it('says once that null is not allowed, whatever rules it breaks [ADM-02]', async () => {
    expect(await refusalsOf(Page, { limit: null, tags: ['a', null] })).toEqual([
      'limit nullNotAllowed',
      'tags[1] nullNotAllowed',
    ])
  })

  it('puts the rule of the type before the rules of the range [ADM-02]', async () => {
    expect(await refusalsOf(Page, { limit: '20', tags: [7] })).toEqual([
      'limit isInt',
      'limit max',
      'limit min',
      'tags[0] isString',
      'tags[0] isLength',
    ])
  })
})

describe('admit, no received value in a message', () => {
  const secret = 'hunter2-s3cret'

  class Login {
    @IsEmail() mail!: string
    @Length(20, 30, { message: '$value is no password' }) password!: string
    @IsIn(['a', 'b'], { message: (args: ValidationArguments) => `not ${String(args.value)}` })
    role!: string
    @ValidateBy({
      name: 'closed',
      validator: {
        validate: () => false,
        defaultMessage: (args) => `got ${JSON.stringify(args?.object)} ${String(args?.value)}`,
      },
    })
    door!: string
  }

  it('keeps it out of default, author and function messages [ADM-02]', async () => {
    const issues = await issuesOf(Login, {
      mail: secret,
      password: secret,
      role: secret,
      door: secret,
    })
    expect(issues).toHaveLength(4)
    expect(JSON.stringify(issues)).not.toContain(secret)
    expect(issues.map(({ message }) => message)).toContain('password: the value is no password.')
  })

  it('keeps it out of a message that quotes broken JSON [ADM-02]', async () => {
    expect(JSON.stringify(await issuesOf(Login, `{"password": ${secret}}`))).not.toContain(secret)
  })
})
