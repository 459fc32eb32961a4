import { Transform, Type } from 'class-transformer'
import {
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Min,
  registerDecorator,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it, vi } from 'vitest'

import { admitObject } from '../../../src/arguments/admit/admit-object.js'
import { createWriting, writeProgram } from '../../../src/arguments/compiled/compile-arguments.js'
import { allShapes } from '../../../src/arguments/compiled/find-obstacle.js'
import type { Constructor } from '../../../src/tools/constructor.js'
import { argumentsOf, issuesOf, refusalsOf } from '../arguments-of.js'

class Place {
  @IsString() @Length(1, 8) street!: string
}

class Order {
  @IsInt() @Min(1) quantity!: number
  @ValidateNested() @Type(() => Place) place!: Place
  @IsOptional() @IsString({ each: true }) labels?: string[]
}

/** The program of a class, as it is compiled. */
function programOf(target: Constructor): { text: string; constants: ReadonlyMap<string, unknown> } {
  const { shape, readOptions } = argumentsOf(target)
  const writing = createWriting(allShapes(shape), readOptions)
  return { text: writeProgram(writing, shape), constants: writing.program.constants }
}

function rule(name: string, validate: (value: unknown) => unknown, message: string) {
  return (prototype: object, propertyName: string): void => {
    registerDecorator({
      name,
      target: prototype.constructor,
      propertyName,
      validator: { validate: validate as () => boolean, defaultMessage: () => message },
    })
  }
}

describe('the program of a class', () => {
  it('reads, checks and copies in one pass, and makes instances of what it gave [ADM-08]', async () => {
    await expect(programOf(Order).text).toMatchFileSnapshot('order-program.txt')
  })

  it('holds names as quoted texts only, whatever they are [ADM-04]', () => {
    const name = '"];globalThis.broken = true;//\u2028`${1}'
    class Hostile {}
    for (const decorate of [IsOptional(), IsString()]) decorate(Hostile.prototype, name)
    const { text } = programOf(Hostile)
    expect(text.replaceAll(JSON.stringify(name), '')).not.toContain('broken')
    expect(globalThis).not.toHaveProperty('broken')
  })

  it('admits arguments of such names [ADM-04]', async () => {
    class Hostile {}
    for (const decorate of [IsString()]) decorate(Hostile.prototype, 'a"]\n//')
    expect(await refusalsOf(Hostile, { 'a"]\n//': 'x' })).toEqual([])
    expect(globalThis).not.toHaveProperty('broken')
  })

  it('asks no rule of which it knows all there is to know, and notes what that refuses [ADM-08]', () => {
    class Text {
      @IsString() text!: string
    }
    const { text, constants } = programOf(Text)
    expect(text).not.toContain('.validate(')
    expect(text).toContain('note(o, ')
    expect([...constants.values()]).toEqual([expect.objectContaining({ name: 'isString' })])
  })

  it('is not asked for where the runtime makes no code from text: each rule is [ADM-08]', async () => {
    const inputs = [{ quantity: 1, place: { street: 'a' } }, { quantity: 0, place: {} }, 'no']
    const compiled = await Promise.all(
      inputs.map(async (input) => await argumentsOf(Order).admit(input)),
    )
    vi.stubGlobal('Function', function () {
      throw new EvalError('Code generation from strings disallowed for this context')
    })
    const own = argumentsOf(Order)
    const read = await Promise.all(inputs.map(async (input) => await own.admit(input)))
    vi.unstubAllGlobals()
    expect(own.obstacle).toBe(
      'its program cannot be made: Code generation from strings disallowed for this context',
    )
    expect(read).toEqual(compiled)
    expect(read.map(({ status }) => status)).toEqual(['admitted', 'refused', 'refused'])
  })

  it('asks a rule of the author that has name and message of another [ADM-08]', async () => {
    class Looking {
      @rule('isString', (value) => value !== 'no', '$property must be a string') text!: string
    }
    expect(await refusalsOf(Looking, { text: 'no' })).toEqual(['text isString'])
    expect(await refusalsOf(Looking, { text: 'yes' })).toEqual([])
  })
})

describe('what a pass notes', () => {
  class Line {
    @IsString() @Matches(/^[a-z]+$/) sku!: string
  }
  class Basket {
    @IsInt() @Min(1) count!: number
    @ValidateNested() @Type(() => Line) first!: Line
    @ValidateNested({ each: true }) @Type(() => Line) rest!: Line[]
  }
  const refused = async (input: unknown): Promise<readonly string[]> => {
    const { shape, readOptions } = argumentsOf(Basket)
    const read = await admitObject(shape, input, readOptions)
    expect(await issuesOf(Basket, input)).toEqual(read.status === 'refused' ? read.issues : [])
    return await refusalsOf(Basket, input)
  }

  it('is told by object, the root first, and of each property at its place [ADM-08]', async () => {
    const [first, other] = [{ sku: 'A' }, { sku: 1 }]
    expect(await refused({ first, rest: [{ sku: 'a' }, other], count: 0 })).toEqual([
      ...['count min', 'first.sku matches', 'rest[1].sku isString', 'rest[1].sku matches'],
    ])
  })

  it('is told of each place in which an object stands [ADM-08]', async () => {
    const line = { sku: 'A' }
    expect(await refused({ first: line, rest: [line, line], count: 1 })).toEqual([
      ...['first.sku matches', 'rest[0].sku matches', 'rest[1].sku matches'],
    ])
  })

  it('says nothing where the input does not fit its shape, too: then all is told [ADM-08]', async () => {
    expect(await refused({ first: { sku: 'A', size: 1 }, rest: [], count: 0 })).toEqual([
      ...['first.size unknownKey', 'count min', 'first.sku matches'],
    ])
  })

  it('is told in the order of class-validator, which has whole numbers first [ADM-08]', async () => {
    class Numbered {
      @IsString() b!: string
      @IsString() '10'!: string
    }
    expect(await refusalsOf(Numbered, { b: 1, '10': 1 })).toEqual(['["10"] isString', 'b isString'])
  })

  it('is read where the pass read it: nothing of the input runs [ADM-03, ADM-08]', async () => {
    class Nest {
      @IsInt() count!: number
      @IsOptional() @ValidateNested() @Type(() => Line) first?: Line
      @IsOptional() @ValidateNested({ each: true }) @Type(() => Line) rest?: Line[]
    }
    let ran = 0
    const run = () => (ran += 1)
    const hidden = Object.defineProperty({ count: 'x' }, 'first', { get: run })
    const rest = Object.defineProperty([{ sku: 'A' }], 'forEach', { value: run })
    expect(await refusalsOf(Nest, hidden)).toEqual(['count isInt'])
    expect(await refusalsOf(Nest, { count: 1, rest })).toEqual(['rest[0].sku matches'])
    expect(ran).toBe(0)
  })

  it('stays with its pass where a regular expression begins another [ADM-08]', async () => {
    let isInside = false
    class Asking extends RegExp {
      override exec(text: string): RegExpExecArray | null {
        if (!isInside) {
          isInside = true
          void own.admit('{"a":"1","b":"B"}')
          isInside = false
        }
        return super.exec(text)
      }
    }
    class Pair {
      @IsInt() a!: string
      @Matches(new Asking('^b$')) b!: string
    }
    const own = argumentsOf(Pair)
    expect(await own.admit({ a: 'x', b: 'b' })).toMatchObject({
      status: 'refused',
      issues: [{ path: 'a', code: 'isInt' }],
    })
  })

  it('stays with its input where a rule begins another pass of the class [ADM-03, ADM-08]', async () => {
    let [ran, depth] = [0, 0]
    class First {
      @rule('asks', () => askAgain(), 'no') a!: string
    }
    class Second {
      @IsString() b!: string
    }
    class Pair {
      @ValidateNested() @Type(() => First) first!: First
      @ValidateNested() @Type(() => Second) second!: Second
    }
    const own = argumentsOf(Pair)
    function askAgain(): boolean {
      depth += 1
      if (depth === 1) void own.admit('{"first":{"a":"x"},"second":{"b":"y"}}')
      return true
    }
    const second = {}
    const get = (): string => (ran += 1).toString()
    Object.defineProperty(second, 'b', { get, enumerable: true })
    expect(await own.admit({ first: { a: 'x' }, second })).toMatchObject({
      status: 'refused',
      issues: [{ path: 'second.b', code: 'notJson' }],
    })
    expect([ran, depth > 1]).toEqual([0, true])
  })
})

describe('a compiled pass', () => {
  class Cat {
    @IsString() name!: string
  }
  class Owner {
    @ValidateNested()
    @Type(() => Object, {
      discriminator: { property: 'kind', subTypes: [{ value: Cat, name: 'cat' }] },
      keepDiscriminatorProperty: true,
    })
    pet!: Cat
  }

  it('runs no code of its input, the tag of a union included [ADM-03, ADM-08]', async () => {
    let ran = 0
    const kind = { get: () => `${(ran += 1)}`, enumerable: true }
    const own = { name: 'x' }
    for (const pet of [
      Object.defineProperty({ ...own }, 'kind', kind),
      Object.assign(Object.create(Object.defineProperty({}, 'kind', kind)) as object, own),
    ]) {
      expect(await argumentsOf(Owner).admit({ pet })).toMatchObject({ status: 'refused' })
    }
    expect(ran).toBe(0)
  })

  it('leaves a proxy to the reading, which looks at it once [ADM-05, ADM-08]', async () => {
    let length = 2
    const growing = new Proxy(['a', 'b'], {
      get: (target, key, receiver) =>
        key === 'length' ? (length += 100) : (Reflect.get(target, key, receiver) as unknown),
    })
    class Lists {
      @IsString({ each: true }) labels!: string[]
    }
    const admission = await argumentsOf(Lists).admit({ labels: growing })
    const labels = admission.status === 'admitted' ? admission.admitted.json['labels'] : []
    expect((labels as string[]).length).toBeLessThan(3)
  })
})

describe('a class that is not compiled', () => {
  it('says which argument keeps it from that [ADM-08]', () => {
    class Trimmed {
      @Transform(({ value }) => String(value).trim()) @IsString() name!: string
    }
    class Sticky {
      @Matches(/a/y) name!: string
    }
    expect(argumentsOf(Trimmed).obstacle).toBe('Trimmed.name has a @Transform, which runs once')
    expect(argumentsOf(Sticky).obstacle).toContain('Sticky.name has a regular expression')
    expect(argumentsOf(Order).obstacle).toBeUndefined()
  })

  it('is one from the first answer on that comes later [ADM-08]', async () => {
    class Later {
      @rule('later', (value) => Promise.resolve(value !== 'no'), 'no') name!: string
    }
    const own = argumentsOf(Later)
    expect(own.obstacle).toBeUndefined()
    expect(await own.admit({ name: 'yes' })).toMatchObject({ status: 'admitted' })
    expect(await own.admit({ name: 'no' })).toMatchObject({ status: 'refused' })
    expect(own.obstacle).toBe('a rule of it answers later')
  })
})
