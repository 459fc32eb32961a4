import { Transform, Type, Expose } from 'class-transformer'
import {
  IsArray,
  IsDefined,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Items, Tuple, Values } from '../../src/arguments/rules/contained-types.js'
import { argumentsOf, hydrated, issuesOf, refusalsOf } from './arguments-of.js'

class Line {
  @IsString() sku!: string
  @IsInt() @Min(1) qty!: number
}

class Options {
  @IsOptional() @IsInt() max?: number
}

const line = { sku: 'A', qty: 1 }

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

  it('counts all texts together as one text [ADM-05]', async () => {
    class Rows {
      @Items(() => Number) row!: number[]
    }
    class Many {
      @ValidateNested({ each: true }) @Type(() => Rows) rows!: Rows[]
    }
    const options = { repairJsonStrings: true, limits: { maxBytes: 10 } }
    const rows = Array.from({ length: 4 }, () => ({ row: '[1]' }))
    expect(await refusalsOf(Many, { rows }, options)).toEqual(['rows[3].row isArray'])
  })

  it('holds all repaired values together to the limits [ADM-05]', async () => {
    class Two {
      @IsArray() a!: unknown[]
      @IsArray() b!: unknown[]
    }
    const options = { repairJsonStrings: true, limits: { maxValues: 6, maxDepth: 3 } }
    expect(await refusalsOf(Two, { a: '[1]', b: '[1]' }, options)).toEqual([])
    expect(await refusalsOf(Two, { a: '[1,2]', b: '[1,2]' }, options)).toEqual([' tooManyValues'])
    expect(await refusalsOf(Two, { a: '[[[]]]', b: '[]' }, options)).toEqual([' tooDeep'])
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

  it('keeps the tag on the instance where @Type says so [SCH-05]', async () => {
    class Kept {
      @ValidateNested()
      @Type(() => Object, {
        discriminator: { property: 'kind', subTypes: [{ name: 'circle', value: Circle }] },
        keepDiscriminatorProperty: true,
      })
      shape!: Circle
    }
    const { instance } = await hydrated(Kept, { shape: { kind: 'circle', radius: 1 } })
    expect(instance.shape).toMatchObject({ kind: 'circle', radius: 1 })
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

  it('leaves null where a JSON Schema allows it [SCH-05]', async () => {
    class Sparse {
      @Items(() => ({ type: ['integer', 'null'] })) row!: (number | null)[]
      @Values(() => ({ type: ['string', 'null'] })) notes!: Record<string, string | null>
      @Tuple(() => [{ type: 'null' }, Date]) pair!: [null, Date]
    }
    const input = { row: [1, null], notes: { a: null }, pair: [null, '2026-01-01T00:00:00Z'] }
    const { instance } = await hydrated(Sparse, input)
    expect(instance.row).toEqual([1, null])
    expect(instance.notes).toEqual({ a: null })
    expect(instance.pair).toEqual([null, new Date('2026-01-01T00:00:00Z')])
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

  it('holds what a transform makes to rules for each element [ADM-01]', async () => {
    class Split {
      @Transform(({ value }) => (value === 'one' ? 'one' : String(value).split(',')))
      @IsString({ each: true })
      tags!: string[]
    }
    expect((await hydrated(Split, { tags: 'a,b' })).instance.tags).toEqual(['a', 'b'])
    expect(await refusalsOf(Split, { tags: 'one' })).toEqual(['tags isString'])
  })

  it('takes @Transform beside @Type of a primitive, and null into it [ADM-01]', async () => {
    class Loose {
      @Type(() => Number) @Transform(({ value }) => Number(value ?? 0)) @IsNumber() n!: number
    }
    expect((await hydrated(Loose, { n: '5' })).instance.n).toBe(5)
    expect((await hydrated(Loose, { n: null })).instance.n).toBe(0)
  })

  it('gives the body what was judged, not what a second run would give [ADM-01]', async () => {
    let runs = 0
    class Counted {
      @IsInt() scale = 1000
      @Transform(({ value, obj }) => {
        runs += 1
        return Number(value) * ((obj as { scale?: number }).scale ?? 1) * (runs > 1 ? 999 : 1)
      })
      @IsInt()
      @Max(100)
      amount!: number
    }
    expect((await hydrated(Counted, { amount: 50 })).instance.amount).toBe(50)
  })

  it('keeps transforms from changing other arguments [ADM-01]', async () => {
    class Meddling {
      @Transform(({ value, obj }) => {
        Object.assign(obj as object, { safe: 'changed' })
        return value as unknown
      })
      @IsString()
      a!: string
      @IsString() safe!: string
    }
    expect(await refusalsOf(Meddling, { a: 'x', safe: 'kept' })).toEqual(['a transform'])
  })

  it('lets a transform change its own value in place, and make a Set of it [ADM-01]', async () => {
    class Sorted {
      @Transform(({ value }) => (value as number[]).sort()) @IsInt({ each: true }) a!: number[]
      @Transform(({ value }) => new Set(value as number[])) @IsInt({ each: true }) b!: Set<number>
    }
    const { instance, json } = await hydrated(Sorted, { a: [2, 1], b: [3, 3] })
    expect(instance.a).toEqual([1, 2])
    expect(instance.b).toEqual(new Set([3]))
    expect(json).toEqual({ a: [2, 1], b: [3, 3] })
    expect(await refusalsOf(Sorted, { a: [], b: ['x'] })).toEqual(['b[0] isInt'])
  })

  it('refuses what an asynchronous transform gives, whether or not it fails [ADM-01]', async () => {
    class Later {
      @Transform(async ({ value }) => Promise.resolve(value as unknown)) @IsDefined() a!: unknown
      @Transform(async () => Promise.reject(new Error('x'))) @IsDefined() b!: unknown
    }
    expect(await refusalsOf(Later, { a: 1, b: 1 })).toEqual(['a transform', 'b transform'])
  })

  it('hands on as it was judged what cannot be copied [ADM-01]', async () => {
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    const made = [Symbol('x'), cyclic, new (class extends Array {})(), { [Symbol('k')]: 1 }]
    class Odd {
      @Transform(({ value }) => made[value as number]) @IsDefined() a!: unknown
    }
    for (const [index, expected] of made.entries()) {
      expect((await hydrated(Odd, { a: index })).instance.a).toBe(expected)
    }
  })

  it('makes plain data of a transform anew for every instance [ADM-07]', async () => {
    class Listed {
      @Transform(({ value }) => String(value).split(',')) @IsString({ each: true }) tags!: string[]
    }
    const own = argumentsOf(Listed)
    const admission = await own.admit({ tags: 'a,b' })
    const instances = [new Listed(), new Listed()]
    for (const instance of instances) {
      if (admission.status === 'admitted') own.assignTo(instance, admission.admitted)
    }
    instances[0]?.tags.push('c')
    expect(instances[1]?.tags).toEqual(['a', 'b'])
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
