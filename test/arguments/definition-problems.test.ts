import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  IsDate,
  IsDefined,
  IsInstance,
  IsInt,
  IsOptional,
  IsString,
  Min,
  Validate,
  ValidateNested,
  ValidatePromise,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Items, Values } from '../../src/arguments/rules/contained-types.js'
import { Describe } from '../../src/decorators/describe.js'
import { problemsOf, refusalsOf, schemaOf } from './arguments-of.js'

const symbolName: unique symbol = Symbol('x')

class Address {
  @IsString() city!: string
}

class Unregistered {
  validate() {
    return true
  }
}

function fixesOf(target: new (...args: never[]) => object): readonly string[] {
  return problemsOf(target).map(({ fix }) => fix)
}

describe('a class whose arguments cannot be read', () => {
  it('is reported with tool, class, property and fix, all problems at once [DEF-11]', () => {
    class Wrong {
      @ValidateNested() a!: Address
      @Type(() => Address) b!: Address
    }
    expect(problemsOf(Wrong)).toEqual([
      {
        subject: 'test/tool, property "b"',
        message:
          'it has @Type or @Describe and no class-validator decorator, so it is no argument.',
        fix: 'Add @ValidateNested(); or remove the decorator.',
      },
      {
        subject: 'test/tool, property "a"',
        message: 'it has @ValidateNested() and no @Type, so its class is not known.',
        fix: 'Add @Type(() => TheClass), and import the class with `import`, not `import type`.',
      },
    ])
  })

  class UnknownType {
    @ValidateNested() @Type(() => undefined as unknown as typeof Address) a!: Address
  }
  class EarlyType {
    @ValidateNested()
    @Type(() => {
      throw new ReferenceError('before initialization')
    })
    a!: Address
  }
  class UnnestedType {
    @IsDefined() @Type(() => Address) a!: Address
  }
  class UndeclaredArray {
    @ValidateNested() @Type(() => Address) a!: Address[]
  }
  class Unsupported {
    @IsDefined() @Type(() => Map) a!: Map<string, string>
  }
  class TransformedNested {
    @ValidateNested()
    @Type(() => Address)
    @Transform(({ value }) => value as unknown)
    a!: Address
  }
  class Dateless {
    @IsOptional() @IsDate() a?: Date
  }
  class Instanceless {
    @IsInstance(Address) a!: Address
  }
  class Nothing {
    name!: string
  }
  class NestsNothing {
    @ValidateNested() @Type(() => Nothing) a!: Nothing
  }
  class DeclaredMap {
    @Values(() => Address) a!: Map<string, Address>
  }
  class OnlyDescribed {
    @Describe('x') a!: string
  }

  it.each([
    ['a type that is not known when it is needed', UnknownType, '`import type`'],
    ['a type that throws because its module has not run', EarlyType, 'import each other'],
    ['@Type of a class without @ValidateNested', UnnestedType, '@ValidateNested()'],
    ['an array of nested objects without a rule that says so', UndeclaredArray, '{ each: true }'],
    ['a type JSON cannot carry', Unsupported, '@Transform'],
    ['@Transform beside a nested class', TransformedNested, '@Transform'],
    ['a rule for dates without a type', Dateless, '@Type(() => Date)'],
    ['@IsInstance without a nested class', Instanceless, '@ValidateNested()'],
    ['a nested class without arguments', NestsNothing, 'Decorate the properties'],
    ['a free map that is declared as a Map', DeclaredMap, 'Record<string'],
    ['@Describe on what is no argument', OnlyDescribed, '@IsString()'],
  ])('reports %s [DEF-11]', (_name, target, fix) => {
    expect(fixesOf(target)).toEqual([expect.stringContaining(fix)])
  })

  it('reports a nested class at any depth, in the words of its own class [DEF-11]', () => {
    class Inner {
      @IsString() name!: string
      @Type(() => Address) deep!: Address
    }
    class Outer {
      @Items(() => Inner) inner!: Inner[]
      @Values(() => Address) fine!: Record<string, Address>
    }
    expect(problemsOf(Outer).map(({ subject }) => subject)).toEqual([
      'test/tool, class "Inner", property "deep"',
    ])
  })
})

describe('an argument that cannot be one', () => {
  it('reports an argument that is an injected member too [DEF-07]', () => {
    class Overwritable {
      @IsDefined() ledger: object
      constructor(ledger: object) {
        this.ledger = ledger
      }
    }
    expect(fixesOf(Overwritable)).toEqual([expect.stringContaining('another name')])
  })

  class Accessor {
    @IsString() get a() {
      return 'x'
    }
  }
  class Method {
    @IsDefined() a() {
      return 'x'
    }
  }
  class EveryObject {
    @IsDefined() declare toString: () => string
  }
  class Promised {
    @ValidatePromise() a!: Promise<string>
  }
  class Excluded {
    @IsString() @Exclude() a!: string
  }
  class Grouped {
    @IsString() @Expose({ groups: ['admin'] }) a!: string
  }
  class ExposedAsProto {
    @IsString() @Expose({ name: '__proto__' }) a!: string
  }
  class BySymbol {
    @IsString() [symbolName]!: string
  }
  class Depthless {
    @Items(() => String, { depth: 0 }) a!: string[]
  }
  class Choiceless {
    @ValidateNested()
    @Type(() => Object, { discriminator: { property: 'kind', subTypes: [] } })
    a!: object
  }
  class SameName {
    @IsString() a!: string
    @IsString() @Expose({ name: 'a' }) b!: string
  }
  class UnknownConstraint {
    @Validate(Unregistered) a!: string
  }

  it('tells a service that the container gave where the constructor takes no stub [DEF-07]', () => {
    const ledger = { url: 'x' }
    class Overwritable {
      @IsDefined() ledger: object
      constructor(given: { url: string }) {
        if (typeof given.url !== 'string') throw new Error('no ledger')
        this.ledger = given
      }
    }
    const createProbe = () => ({ instance: new Overwritable(ledger), injected: [ledger] })
    expect(problemsOf(Overwritable, { createProbe }).map(({ message }) => message)).toEqual([
      expect.stringContaining('injected member'),
    ])
  })

  it.each([
    ['a decorated accessor', Accessor, 'an accessor'],
    ['a decorated method', Method, 'a method'],
    ['a name that every object has', EveryObject, 'every object'],
    ['@ValidatePromise', Promised, '@ValidatePromise'],
    ['@Exclude', Excluded, '@Exclude'],
    ['@Expose with groups', Grouped, 'groups'],
    ['@Expose with the name of a member of every object', ExposedAsProto, 'every object'],
    ['an argument named by a symbol', BySymbol, 'symbol'],
    ['@Items with a depth that is none', Depthless, 'depth'],
    ['a discriminator without classes', Choiceless, 'names no classes'],
    ['two arguments of one name in JSON', SameName, 'another argument'],
    [
      'a constraint class that class-validator does not know',
      UnknownConstraint,
      'constraint class',
    ],
  ])('reports %s [DEF-07]', (_name, target, message) => {
    expect(problemsOf(target).map((problem) => problem.message)).toEqual([
      expect.stringContaining(message),
    ])
  })

  it('takes @Exclude on the class where the argument is exposed [DEF-07]', () => {
    @Exclude()
    class Listed {
      @Expose() @IsString() a!: string
    }
    expect(problemsOf(Listed)).toEqual([])
  })

  it('reports a constructor that throws and has no container [SCH-03]', () => {
    class Throwing {
      @IsInt() n = 1
      constructor() {
        throw new Error('secret connection string')
      }
    }
    const problems = problemsOf(Throwing)
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('constructor')])
    expect(JSON.stringify(problems)).not.toContain('secret')
  })
})

describe('a subclass that decorates a property again', () => {
  class Base {
    @IsOptional() @IsInt() @Min(1) n?: number
  }

  it('is held to the rules of both, where class-validator alone would drop the base [DEF-08]', async () => {
    class Derived extends Base {
      @Min(5) declare n?: number
    }
    expect(await refusalsOf(Derived, { n: 5.5 })).toEqual(['n isInt'])
    expect(await refusalsOf(Derived, { n: 3 })).toEqual(['n min'])
    expect(await refusalsOf(Base, { n: 3 })).toEqual([])
  })

  it('makes an optional argument required by @IsDefined [DEF-08]', async () => {
    class Required extends Base {
      @IsDefined() declare n: number
    }
    expect(schemaOf(Required).required).toEqual(['n'])
    expect(await refusalsOf(Required, {})).toEqual(['n required'])
    expect(schemaOf(Base).required).toBeUndefined()
  })

  it('keeps what a base initialises [DEF-08]', async () => {
    class Paged {
      @IsInt() limit = 20
    }
    class Search extends Paged {
      @IsString() q!: string
    }
    expect(schemaOf(Search).required).toEqual(['q'])
    expect(await refusalsOf(Search, { q: 'x' })).toEqual([])
  })
})
