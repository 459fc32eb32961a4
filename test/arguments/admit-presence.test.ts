import { Type } from 'class-transformer'
import {
  Allow,
  IsArray,
  IsBoolean,
  IsDate,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  NotEquals,
  ValidateIf,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Nullable } from '../../src/arguments/rules/nullable.js'
import { hydrated, issuesOf, refusalsOf } from './arguments-of.js'

describe('admit, optional, null and absent', () => {
  class Update {
    @IsOptional() @IsEmail() email?: string
    @Nullable() @IsString() note!: string | null
    @IsOptional() @Nullable() @IsInt() rank?: number | null
  }

  it('refuses null for what may only be absent [SCH-03]', async () => {
    const issues = await issuesOf(Update, { email: null, note: null })
    expect(issues).toEqual([
      {
        path: 'email',
        code: 'nullNotAllowed',
        message: 'email must not be null. Leave it out instead.',
      },
    ])
  })

  it('takes null with @Nullable, and absence only with @IsOptional [SCH-03]', async () => {
    const { instance, json } = await hydrated(Update, { note: null, rank: null })
    expect(instance).toMatchObject({ note: null, rank: null })
    expect(json).toEqual({ note: null, rank: null })
    expect(await refusalsOf(Update, {})).toEqual(['note required'])
    expect(await refusalsOf(Update, { note: 7 })).toEqual(['note isString'])
  })

  it('takes null for no other argument, whatever its rules let through [SCH-03]', async () => {
    class Lax {
      @Allow() any!: unknown
      @NotEquals('x') other!: string
    }
    expect(await refusalsOf(Lax, { any: null, other: null })).toEqual([
      'any nullNotAllowed',
      'other nullNotAllowed',
    ])
  })

  it('drops or keeps null where existing classes ask for it [SCH-03]', async () => {
    const input = { email: null, note: 'x' }
    const dropped = await hydrated(Update, input, { optionalNull: 'absent' })
    expect(dropped.json).toEqual({ note: 'x' })
    const kept = await hydrated(Update, input, { optionalNull: 'keep' })
    expect(kept.instance.email).toBeNull()
  })
})

describe('admit, initialisers', () => {
  class Search {
    @IsInt() limit = 20
    @IsArray() tags: string[] = ['new']
    @IsDate() @Type(() => Date) since = new Date()
    @ValidateIf((o: Search) => o.limit === 20) @IsString() reason!: string
  }

  it('keeps them for absent arguments and fills constants into the canonical JSON [SCH-03]', async () => {
    const { instance, json } = await hydrated(Search, { reason: 'r' })
    expect(instance.limit).toBe(20)
    expect(instance.since).toBeInstanceOf(Date)
    expect(json).toEqual({ limit: 20, tags: ['new'], reason: 'r' })
  })

  it('makes them fresh for every instance [ADM-07]', async () => {
    const first = (await hydrated(Search, { reason: 'r' })).instance
    const second = (await hydrated(Search, { reason: 'r' })).instance
    first.tags.push('changed')
    expect(second.tags).toEqual(['new'])
  })

  it('shows conditions what the body will see [ADM-01]', async () => {
    expect(await refusalsOf(Search, {})).toEqual(['reason isString'])
    expect(await refusalsOf(Search, { limit: 5 })).toEqual([])
  })

  it('does not judge an initialiser that its own rules would refuse [SCH-03]', async () => {
    class Draft {
      @IsInt() rank = null as unknown as number
    }
    expect(await refusalsOf(Draft, {})).toEqual([])
    expect(await refusalsOf(Draft, { rank: null })).toEqual(['rank nullNotAllowed'])
  })
})

describe('admit, conditions', () => {
  class Delivery {
    @IsIn(['ship', 'pickup']) mode!: string
    @ValidateIf((o: Delivery) => o.mode === 'ship') @IsString() addr!: string
  }
  class Note {
    @ValidateIf((o: Note) => o.text !== null) @IsString() text!: string | null
  }

  it('refuses a value whose condition does not hold, so that none is unchecked [ADM-01]', async () => {
    expect(await refusalsOf(Delivery, { mode: 'pickup', addr: { evil: 1 } })).toEqual([
      'addr conditionalValidation',
    ])
    expect(await refusalsOf(Delivery, { mode: 'pickup' })).toEqual([])
    expect(await refusalsOf(Delivery, { mode: 'ship' })).toEqual(['addr isString'])
  })

  it('takes null where null is what the condition excepts [ADM-01]', async () => {
    expect(await refusalsOf(Note, { text: null })).toEqual([])
    expect(await refusalsOf(Note, {})).toEqual(['text isString'])
  })

  it('takes null only where the condition would hold without it [ADM-01]', async () => {
    class Chosen {
      @IsIn(['ship', 'pickup']) mode!: string
      @ValidateIf((o: Chosen) => o.mode === 'ship') @IsString() addr!: string | null
    }
    expect(await refusalsOf(Chosen, { mode: 'pickup', addr: null })).toEqual([
      'addr conditionalValidation',
    ])
    expect(await refusalsOf(Chosen, { mode: 'ship', addr: null })).toEqual(['addr nullNotAllowed'])
  })

  it('takes nothing but null where a value switches its own condition off [ADM-01]', async () => {
    class Skipping {
      @ValidateIf((o: Skipping) => o.n !== 'skip') @IsInt() n!: unknown
    }
    expect(await refusalsOf(Skipping, { n: 'skip' })).toEqual(['n conditionalValidation'])
    expect(await refusalsOf(Skipping, { n: 1 })).toEqual([])
  })

  it('asks a rule with a condition of its own only where that holds [ADM-01]', async () => {
    class Sometimes {
      @IsBoolean() strict!: boolean
      @IsInt({ validateIf: (o: Sometimes) => o.strict }) n!: unknown
      @IsString({
        validateIf: () => {
          throw new Error('x')
        },
      })
      s!: unknown
    }
    expect(await refusalsOf(Sometimes, { strict: false, n: 'x', s: 'x' })).toEqual(['s isString'])
    expect(await refusalsOf(Sometimes, { strict: true, n: 'x', s: 'x' })).toEqual([
      'n isInt',
      's isString',
    ])
  })

  it('counts a condition that throws as a refusal [ADM-01]', async () => {
    class Broken {
      @ValidateIf(() => {
        throw new Error('x')
      })
      @IsString()
      a!: string
    }
    expect(await refusalsOf(Broken, { a: 'x' })).toEqual(['a conditionalValidation'])
  })
})
