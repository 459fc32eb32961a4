import { Transform, Type, Expose } from 'class-transformer'
import {
  Allow,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  registerDecorator,
  Validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidationArguments,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Items, Tuple, Values } from '../../src/arguments/contained-types.js'
import { Nullable } from '../../src/arguments/nullable.js'
import { hydrated, issuesOf, refusalsOf } from './arguments-of.js'

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

describe('admit, no conversion', () => {
  class Typed {
    @IsOptional() @IsBoolean() dryRun?: boolean
    @IsOptional() @IsString() name?: string
    @IsOptional() @IsInt() @Type(() => Number) count?: number
    @IsOptional() @IsInt({ each: true }) ids?: number[]
  }

  it.each([
    [{ dryRun: 'false' }, 'dryRun isBoolean'],
    [{ dryRun: 0 }, 'dryRun isBoolean'],
    [{ name: 123 }, 'name isString'],
    [{ count: '' }, 'count isInt'],
    [{ count: '7' }, 'count isInt'],
    [{ ids: ['7'] }, 'ids[0] isInt'],
    [{ ids: [1, '7'] }, 'ids[1] isInt'],
  ])('refuses %j [ADM-06]', async (input, refusal) => {
    expect(await refusalsOf(Typed, input)).toEqual([refusal])
  })

  it('makes a Date of an RFC 3339 date-time only [ADM-06]', async () => {
    class When {
      @IsDate() @Type(() => Date) at!: Date
    }
    const { instance, json } = await hydrated(When, { at: '2026-02-28T23:59:59.5+01:00' })
    expect(instance.at).toEqual(new Date('2026-02-28T22:59:59.500Z'))
    expect(json).toEqual({ at: '2026-02-28T23:59:59.5+01:00' })
    for (const at of [
      '2026-02-28',
      '2026-02-30T00:00:00Z',
      'yesterday',
      0,
      true,
      '2026-02-28T24:00:00Z',
      '9999-12-31T23:59:59-23:00',
    ]) {
      expect(await refusalsOf(When, { at })).toEqual(['at isDate'])
    }
  })
})

describe('admit, stricter than class-validator', () => {
  enum Priority {
    Low = 1,
    High = 2,
  }
  class Strict {
    @IsOptional() @ValidateNested() @Type(() => Line) one?: Line
    @IsOptional() @ValidateNested({ each: true }) @Type(() => Line) many?: Line[]
    @IsOptional() @IsString({ each: true }) tags?: string[]
    @IsOptional() @IsEnum(Priority) priority?: Priority
  }

  it.each([
    ['an array for a single nested object', { one: [line] }, 'one notAnObject'],
    ['an empty array for a single nested object', { one: [] }, 'one notAnObject'],
    ['an object for nested objects', { many: line }, 'many isArray'],
    ['arrays of arrays for nested objects', { many: [[line]] }, 'many[0] notAnObject'],
    ['null among nested objects', { many: [null] }, 'many[0] nullNotAllowed'],
    ['a scalar for each', { tags: 'a' }, 'tags isArray'],
    ['an object for each', { tags: { a: 'x' } }, 'tags isArray'],
    ['the name of a numeric enum member', { priority: 'High' }, 'priority isEnum'],
    ['a number that is no member', { priority: 3 }, 'priority isEnum'],
  ])('refuses %s [ADM-01]', async (_name, input, refusal) => {
    expect(await refusalsOf(Strict, input)).toEqual([refusal])
  })

  it('takes the values of a numeric enum [ADM-01]', async () => {
    expect(await refusalsOf(Strict, { priority: 2 })).toEqual([])
  })

  it('requires what class-validator lets be undefined [ADM-01]', async () => {
    class Lax {
      @Allow() any!: unknown
      @ValidateNested() @Type(() => Line) one!: Line
    }
    expect(await refusalsOf(Lax, {})).toEqual(['any required', 'one required'])
  })
})

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

describe('admit, rules that throw or answer later', () => {
  class Price {
    @IsNumber({ maxDecimalPlaces: 2 }) v!: number
  }
  class Mail {
    @IsEmail() v!: string
  }

  it.each([
    ['maxDecimalPlaces on an exponent', Price, { v: 1e-7 }, 'v isNumber'],
    ['an email with a lone surrogate', Mail, { v: 'a\ud800@b.de' }, 'v isEmail'],
  ])('takes a throw as a refusal: %s [ADM-01]', async (_name, target, input, refusal) => {
    expect(await refusalsOf(target, input)).toEqual([refusal])
  })

  it('waits for a rule that returns a promise, declared asynchronous or not [ADM-01]', async () => {
    const isFree =
      (async: boolean): PropertyDecorator =>
      (prototype, property) => {
        registerDecorator({
          name: 'isFree',
          target: prototype.constructor,
          propertyName: String(property),
          async,
          validator: { validate: (value) => Promise.resolve(value === 'free') },
        })
      }
    class Seat {
      @isFree(true) a!: string
      @isFree(false) b!: string
    }
    expect(await refusalsOf(Seat, { a: 'free', b: 'free' })).toEqual([])
    expect(await refusalsOf(Seat, { a: 'taken', b: 'taken' })).toEqual(['a isFree', 'b isFree'])
  })

  it('runs a constraint class with its constraints [ADM-01]', async () => {
    @ValidatorConstraint({ name: 'startsWith' })
    class StartsWith {
      validate(value: unknown, args?: ValidationArguments) {
        return typeof value === 'string' && value.startsWith(String(args?.constraints[0]))
      }
      defaultMessage() {
        return '$property must start with $constraint1'
      }
    }
    class Named {
      @Validate(StartsWith, ['x-']) id!: string
    }
    const [issue] = await issuesOf(Named, { id: 'y-1' })
    expect(issue).toEqual({ path: 'id', code: 'startsWith', message: 'id must start with x-.' })
  })
})

describe('admit, repair of JSON texts', () => {
  class Habit {
    @IsInt({ each: true }) ids!: number[]
    @ValidateNested() @Type(() => Options) opts!: Options
    @IsString() note!: string
  }
  const habit = { ids: '[1,2]', opts: '{"max":3}', note: '[1]' }

  it('is off unless asked for, and says what to send [ADM-01]', async () => {
    const issues = await issuesOf(Habit, habit)
    expect(issues.map(({ message }) => message)).toEqual([
      'ids must be an array. Send a JSON array, not a string.',
      'opts must be an object. Send a JSON object, not a string.',
    ])
  })

  it('takes the text for what it holds where no text is allowed, and records it [ADM-01]', async () => {
    const { instance, json, repaired } = await hydrated(Habit, habit, { repairJsonStrings: true })
    expect(instance.ids).toEqual([1, 2])
    expect(instance.opts).toBeInstanceOf(Options)
    expect(json).toEqual({ ids: [1, 2], opts: { max: 3 }, note: '[1]' })
    expect(repaired).toEqual(['ids', 'opts'])
  })

  it('holds a repaired value to every rule [ADM-01]', async () => {
    const options = { repairJsonStrings: true }
    const hostile = { ...habit, opts: '{"__proto__":{"x":1},"maxx":1}', ids: '["1"]' }
    expect(await refusalsOf(Habit, hostile, options)).toEqual([
      'opts.__proto__ forbiddenKey',
      'ids[0] isInt',
    ])
    expect(await refusalsOf(Habit, { ...habit, ids: '{"a":1}' }, options)).toEqual(['ids isArray'])
  })
})

describe('admit, what a class contains', () => {
  class Circle {
    @IsInt() radius!: number
  }
  class Square {
    @IsInt() side!: number
  }
  class Drawing {
    @ValidateNested()
    @Type(() => Object, {
      discriminator: {
        property: 'kind',
        subTypes: [
          { name: 'circle', value: Circle },
          { name: 'square', value: Square },
        ],
      },
    })
    shape!: Circle | Square
  }

  it('chooses a class by its tag [SCH-05]', async () => {
    const { instance } = await hydrated(Drawing, { shape: { kind: 'square', side: 2 } })
    expect(instance.shape).toBeInstanceOf(Square)
    expect(instance.shape).toEqual(Object.assign(new Square(), { side: 2 }))
    expect(await refusalsOf(Drawing, { shape: { kind: 'square', radius: 2 } })).toEqual([
      'shape.radius unknownKey',
      'shape.side required',
    ])
    expect(await refusalsOf(Drawing, { shape: { kind: 'constructor' } })).toEqual([
      'shape.kind isIn',
    ])
    expect(await refusalsOf(Drawing, { shape: {} })).toEqual(['shape.kind required'])
  })

  class Containers {
    @IsOptional() @IsObject() @Values(() => Line) byName?: Record<string, Line>
    @IsOptional() @Items(() => Line, { depth: 2 }) grid?: Line[][]
    @IsOptional() @Tuple(() => [Line, Number]) pair?: [Line, number]
    @IsOptional() @Values(() => ({ type: 'integer', minimum: 0 })) counts?: Record<string, number>
    @IsOptional() @Items(() => Date) dates?: Date[]
  }

  it('makes the classes in maps, nested arrays and tuples [SCH-05]', async () => {
    const { instance } = await hydrated(Containers, {
      byName: { a: line },
      grid: [[line], []],
      pair: [line, 2],
      dates: ['2026-01-01T00:00:00Z'],
    })
    expect(instance.byName?.['a']).toBeInstanceOf(Line)
    expect(instance.grid?.[0]?.[0]).toBeInstanceOf(Line)
    expect(instance.pair?.[0]).toBeInstanceOf(Line)
    expect(instance.dates).toEqual([new Date('2026-01-01T00:00:00Z')])
  })

  it.each([
    [{ byName: { a: { sku: 'A', qty: 0 } } }, 'byName.a.qty min'],
    [{ byName: [] }, 'byName notAnObject'],
    [{ grid: [line] }, 'grid[0] isArray'],
    [{ grid: [[{ ...line, x: 1 }]] }, 'grid[0][0].x unknownKey'],
    [{ pair: [line] }, 'pair tuple'],
    [{ pair: [line, 'x'] }, 'pair[1] type'],
    [{ counts: { a: -1 } }, 'counts.a minimum'],
    [{ dates: ['x'] }, 'dates[0] isDate'],
  ])('refuses %j [SCH-05]', async (input, refusal) => {
    expect(await refusalsOf(Containers, input)).toEqual([refusal])
  })
})

describe('admit, class-transformer', () => {
  it('runs @Transform before the rules and per instance [ADM-01]', async () => {
    class Trimmed {
      @Transform(({ value }) => String(value).trim()) @Length(1, 3) code!: string
    }
    const { instance, json } = await hydrated(Trimmed, { code: '  ab ' })
    expect(instance.code).toBe('ab')
    expect(json).toEqual({ code: '  ab ' })
    expect(await refusalsOf(Trimmed, { code: '   ' })).toEqual(['code isLength'])
  })

  it('refuses what a transform throws on [ADM-01]', async () => {
    class Parsed {
      @Transform(({ value }) => JSON.parse(String(value)) as unknown) @IsDefined() v!: unknown
    }
    expect(await refusalsOf(Parsed, { v: '{' })).toEqual(['v transform'])
  })

  it('reads an argument by the name @Expose gives it [ADM-01]', async () => {
    class Renamed {
      @Expose({ name: 'user_name' }) @IsString() @Matches(/^\w+$/) userName!: string
    }
    expect((await hydrated(Renamed, { user_name: 'x' })).instance.userName).toBe('x')
    expect(await refusalsOf(Renamed, { user_name: '?' })).toEqual(['user_name matches'])
    expect(await refusalsOf(Renamed, { userName: 'x' })).toEqual([
      'userName unknownKey',
      'user_name required',
    ])
  })
})
