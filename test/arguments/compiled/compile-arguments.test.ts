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

import { writeProgram } from '../../../src/arguments/compiled/compile-arguments.js'
import { needsObjects } from '../../../src/arguments/compiled/needs-objects.js'
import { Program } from '../../../src/arguments/compiled/program.js'
import { createWalk } from '../../../src/arguments/compiled/walk.js'
import type { Constructor } from '../../../src/tools/constructor.js'
import { argumentsOf, refusalsOf } from '../arguments-of.js'

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
  const { shape, readOptions: options } = argumentsOf(target)
  const program = new Program()
  const isJudged = needsObjects(new Set([shape]))
  const writing = { program, walk: createWalk(options.limits), options, isJudged }
  return { text: writeProgram(writing, shape), constants: program.constants }
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

  it('closes over no rule of which it knows all there is to know [ADM-08]', () => {
    class Text {
      @IsString() text!: string
    }
    expect([...programOf(Text).constants]).toEqual([])
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
