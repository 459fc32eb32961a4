import { Expose, Transform, Type } from 'class-transformer'
import {
  ArrayMinSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsCreditCard,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator'
import { describe, expect, it } from 'vitest'
import { Body, driftsOf, foundIn, objectType } from './type-of.js'

const text = { type: 'string' } as const
const letters = { enum: ['a', 'b'] } as const

@ValidatorConstraint({ name: 'likeOther' })
class LikeOther implements ValidatorConstraintInterface {
  validate(value: unknown, { object }: ValidationArguments): boolean {
    return value === Reflect.get(object, 'other')
  }
}

@ValidatorConstraint({ name: 'later', async: true })
class ShortLater implements ValidatorConstraintInterface {
  async validate(value: unknown): Promise<boolean> {
    return Promise.resolve(String(value).length < 4)
  }
}

@ValidatorConstraint({ name: 'throwing' })
class Throwing implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    if (typeof value !== 'string') throw new TypeError('a text, please')
    return true
  }
}

describe('checkTypes, validators of the author', () => {
  it('counts what only they refuse as undecided: it may depend on other arguments', async () => {
    class Undecided extends Body {
      @IsOptional() @IsString() other?: string
      @Validate(LikeOther) value!: 'a' | 'b'
    }
    const type = objectType({ other: text, value: letters }, { required: ['value'] })
    expect(await foundIn(Undecided, type)).toEqual([])
  })

  it('awaits those that answer later', async () => {
    class Later extends Body {
      @Validate(ShortLater) value!: string
    }
    expect(await driftsOf(Later, objectType({ value: text }))).toMatchObject([
      { property: 'value', kind: 'wider', example: 1 },
    ])
  })

  it('takes one that throws for one that refuses', async () => {
    class Careful extends Body {
      @Validate(Throwing) value!: string
    }
    expect(await foundIn(Careful, objectType({ value: text }))).toEqual([])
  })
})

describe('checkTypes, conditions', () => {
  class Payment extends Body {
    @IsIn(['card', 'cash']) kind!: 'card' | 'cash'
    @IsIn([1, 2]) step!: 1 | 2
    @ValidateIf((own: Payment) => own.kind === 'card' && own.step === 2)
    @IsIn(['a', 'b', 'c'])
    value?: 'a' | 'b'
  }
  const members = { kind: { enum: ['card', 'cash'] }, step: { enum: [1, 2] } }
  const required = ['kind', 'step']

  it('tries an argument in every combination its condition may ask for', async () => {
    const type = objectType({ ...members, value: letters }, { required })
    expect(await driftsOf(Payment, type)).toMatchObject([
      { property: 'value', kind: 'wider', example: 'c' },
    ])
  })

  it('finds nothing where they agree in each', async () => {
    const type = objectType({ ...members, value: { enum: ['a', 'b', 'c'] } }, { required })
    expect(await foundIn(Payment, type)).toEqual([])
  })

  it('leaves open what no combination lets in', async () => {
    class Never extends Body {
      @ValidateIf(() => false) @IsIn(['a']) value?: 'a' | 'b'
    }
    expect(await foundIn(Never, objectType({ value: letters }, { required: [] }))).toEqual([])
  })
})

describe('checkTypes, how input is read', () => {
  class Loose extends Body {
    @IsOptional() @IsString() value?: string
  }
  const optional = objectType({ value: text }, { required: [] })

  it.each([
    ['refuse', []],
    ['absent', []],
    ['keep', ['value null']],
  ] as const)('follows optionalNull: %s', async (optionalNull, found) => {
    expect(await foundIn(Loose, optional, { optionalNull })).toEqual(found)
  })

  it('knows that a text may be repaired to the array it holds', async () => {
    class Repaired extends Body {
      @IsInt({ each: true }) value!: number[]
    }
    const type = objectType({ value: { type: 'array', items: { type: 'number' } } })
    expect(await foundIn(Repaired, type, { repairJsonStrings: true })).toEqual([])
  })

  it('goes by the names of TypeScript where @Expose gives others', async () => {
    class Exposed extends Body {
      @Expose({ name: 'account_id' }) @IsInt() accountId!: string
      @Expose({ name: 'list_of' }) @IsArray() @IsInt({ each: true }) items!: string[]
    }
    const type = objectType({ accountId: text, items: { type: 'array', items: text } })
    expect(await foundIn(Exposed, type)).toEqual(['accountId disjoint', 'items[] disjoint'])
  })

  it('compares what a transform makes, not what it is made of', async () => {
    class Split extends Body {
      @Transform(({ value }: { value: string }) => value.split(','))
      @IsString({ each: true })
      value!: string[]
    }
    const list = { type: 'array', items: text } as const
    expect(await foundIn(Split, objectType({ value: list }))).toEqual([])
    expect(await foundIn(Split, objectType({ value: text }))).toEqual(['value hydration'])
  })
})

describe('checkTypes, classes that need more than their constructor', () => {
  it('asks the container where a constructor cannot be probed', async () => {
    class Strict extends Body {
      @IsInt() value!: string
      state = 1
      constructor(service?: { start(): object }) {
        super()
        if (typeof service?.start() !== 'object') throw new TypeError('no service')
      }
    }
    const createProbe = () => ({ instance: new Strict({ start: () => ({}) }), injected: [] })
    const type = objectType({ value: text, state: { type: 'number' } }, { required: ['value'] })
    expect(await foundIn(Strict, type, { createProbe })).toEqual(['value disjoint'])
  })

  it('follows references, also of a class to itself', async () => {
    class Tree {
      @IsInt() label!: string
      @ValidateNested({ each: true }) @Type(() => Tree) children!: Tree[]
    }
    class Forest extends Body {
      @ValidateNested() @Type(() => Tree) tree!: Tree
    }
    const own = { $ref: '#/$defs/Tree' }
    const tree = objectType({ label: text, children: { type: 'array', items: own } })
    const type = objectType({ tree: own }, { $defs: { Tree: tree } })
    expect(await foundIn(Forest, type)).toEqual(['tree.label disjoint'])
  })

  it('takes a brand for nothing, however it is written', async () => {
    class Branded extends Body {
      @IsString() id!: string
      @IsInt() size!: string
    }
    const brand = objectType({ __brand: { const: 'Id' } })
    const branded = { allOf: [text, brand] }
    const type = objectType({ id: branded, size: branded })
    expect(await foundIn(Branded, type)).toEqual(['size disjoint'])
  })

  it('takes a marked value for the value', async () => {
    class Marked extends Body {
      @IsIn(['a', 'b']) value!: string
    }
    const brand = objectType({ __brand: { const: 'Letter' } })
    expect(await foundIn(Marked, objectType({ value: { allOf: [letters, brand] } }))).toEqual([])
  })

  it('takes neither services nor accessors for data without validators', async () => {
    class Busy extends Body {
      @IsString() id!: string
      cache!: Map<string, string>
      get label(): string {
        throw new TypeError('not yet')
      }
    }
    const type = objectType({ id: text, cache: { 'x-instance': 'Map' }, label: text })
    expect(await foundIn(Busy, type)).toEqual([])
  })
})

describe('checkTypes, values that it tries', () => {
  it('are as many as an array must have', async () => {
    class Long extends Body {
      @IsArray() @ArrayMinSize(3) @ArrayUnique() value!: string[]
    }
    const type = objectType({ value: { type: 'array', items: text } })
    expect(await driftsOf(Long, type)).toMatchObject([{ property: 'value[]', example: 1 }])
  })

  it('are next to those of the type', async () => {
    class Near extends Body {
      @Matches(/^[p-r]$/) value!: string
    }
    const type = objectType({ value: { enum: ['p', 'q'] } })
    expect(await driftsOf(Near, type)).toMatchObject([{ kind: 'wider', example: 'r' }])
  })

  it('have the forms that rules ask for', async () => {
    class Form extends Body {
      @IsCreditCard() value!: string
    }
    const type = objectType({ value: { enum: ['p', 'q'] } })
    expect(await driftsOf(Form, type)).toMatchObject([{ example: '4111111111111111' }])
  })

  it('leave a flag that only one value is accepted of', async () => {
    class Accepted extends Body {
      @Equals(true) value!: boolean
    }
    expect(await foundIn(Accepted, objectType({ value: { enum: [true, false] } }))).toEqual([])
  })
})
