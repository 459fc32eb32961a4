import { IsString } from 'class-validator'
import {
  Container,
  inject,
  injectFromBase,
  injectFromHierarchy,
  injectable,
  named,
  unmanaged,
} from 'inversify'
import { describe, expect, it } from 'vitest'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import type { DefinitionProblem } from '../../src/errors/definition-error.js'
import type { ToolClass } from '../../src/tools/constructor.js'
import { problemsOf } from './problems-of.js'

@injectable()
class Log {
  readonly lines: string[] = []
}

function containerOf(toolClass: ToolClass): Container {
  const container = new Container()
  container.bind(Log).toSelf()
  container.load(toolModule(toolClass))
  return container
}

function findProblems(toolClass: ToolClass): readonly DefinitionProblem[] {
  return problemsOf(() => discoverTools(containerOf(toolClass)))
}

async function callOf(toolClass: ToolClass): Promise<unknown> {
  return discoverTools(containerOf(toolClass)).dispatch('a/b', {})
}

const asTool = Tool({ server: 'a', name: 'b' })

describe('discoverTools, on constructor parameters', () => {
  it('names class and index where the compiler emits no metadata [DEF-11]', () => {
    class Bare {
      constructor(
        readonly log: Log,
        readonly other: Log,
      ) {}

      call() {
        return null
      }
    }
    asTool(Bare)
    const problems = findProblems(Bare)
    expect(problems.map(({ subject }) => subject)).toEqual(['a/b', 'a/b'])
    expect(problems[0]?.message).toContain('constructor parameter 0 of class Bare')
    expect(problems[1]?.message).toContain('constructor parameter 1 of class Bare')
    expect(problems[0]?.fix).toContain('@inject(Token)')
    expect(problems[0]?.fix).toContain('emitDecoratorMetadata')
  })

  it('names only the parameter that lacks @inject [DEF-11]', () => {
    class Half {
      constructor(
        readonly log: Log,
        readonly other: Log,
      ) {}

      call() {
        return null
      }
    }
    inject(Log)(Half, undefined, 0)
    asTool(Half)
    const problems = findProblems(Half)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toContain('parameter 1')
  })

  it.each([
    ['an interface', Object],
    ['a class imported with `import type`', Function],
    ['a primitive', String],
  ])('says so for the type of %s, which is erased [DEF-11]', (_kind, emitted) => {
    class Erased {
      constructor(readonly log: unknown) {}

      call() {
        return null
      }
    }
    Reflect.defineMetadata('design:paramtypes', [emitted], Erased)
    asTool(Erased)
    const [problem] = findProblems(Erased)
    expect(problem?.message).toContain('import type')
    expect(problem?.fix).toContain('plain `import`')
  })

  it('names the import cycle where a type was undefined [DEF-11]', () => {
    class Cyclic {
      constructor(readonly log: unknown) {}

      call() {
        return null
      }
    }
    Reflect.defineMetadata('design:paramtypes', [undefined], Cyclic)
    asTool(Cyclic)
    const [problem] = findProblems(Cyclic)
    expect(problem?.message).toContain('constructor parameter 0 of class Cyclic')
    expect(problem?.message).toContain('import cycle')
    expect(problem?.fix).toContain('LazyServiceIdentifier')
  })

  it('is content with explicit @inject and no metadata [DEF-11]', async () => {
    class Explicit {
      constructor(readonly log: Log) {}

      call() {
        return this.log instanceof Log
      }
    }
    inject(Log)(Explicit, undefined, 0)
    asTool(Explicit)
    expect(await callOf(Explicit)).toMatchObject({ value: true })
  })

  it('is content with the metadata the compiler emits', async () => {
    @Tool({ server: 'a', name: 'b' })
    class Emitted {
      constructor(readonly log: Log) {}

      call() {
        return this.log instanceof Log
      }
    }
    expect(await callOf(Emitted)).toMatchObject({ value: true })
  })

  it('asks for @inject beside a lone @named on a property', () => {
    class Lonely {
      log!: Log

      call() {
        return null
      }
    }
    named('x')(Lonely.prototype, 'log')
    asTool(Lonely)
    const [problem] = findProblems(Lonely)
    expect(problem?.message).toContain('property "log" of class Lonely')
    expect(problem?.fix).toContain('@inject(Token)')
  })
})

@injectable()
abstract class Base {
  constructor(@inject(Log) protected readonly log: Log) {}

  call() {
    return this.log instanceof Log
  }
}

@injectable()
abstract class BaseWithProperty {
  @inject(Log) protected readonly log!: Log

  call() {
    return this.log instanceof Log
  }
}

describe('discoverTools, on inherited injections', () => {
  it('names class, base and parameter where a constructor is inherited [DEF-07]', () => {
    @Tool({ server: 'a', name: 'b' })
    class Heir extends Base {}
    const [problem, ...more] = findProblems(Heir)
    expect(more).toEqual([])
    expect(problem?.message).toContain('class Heir inherits the constructor of class Base')
    expect(problem?.message).toContain('parameter 0')
    expect(problem?.fix).toContain('@injectFromBase()')
  })

  it('finds it in a class with initialisers [DEF-07]', () => {
    @Tool({ server: 'a', name: 'b' })
    class Heir extends Base {
      @IsString() readonly note: string = 'none'
    }
    expect(findProblems(Heir)[0]?.message).toContain('inherits the constructor of class Base')
  })

  it('finds it behind a constructor that passes everything on, as compilers add it [DEF-07]', () => {
    @Tool({ server: 'a', name: 'b' })
    class Heir extends Base {
      readonly size: number

      constructor(...parameters: [Log]) {
        super(...parameters)
        this.size = 1
      }
    }
    expect(findProblems(Heir)[0]?.message).toContain('inherits the constructor of class Base')
  })

  it('finds it in a base that no compiler and no @inject describes [DEF-07]', () => {
    class Undescribed {
      constructor(readonly log: Log) {}

      call() {
        return null
      }
    }
    class Heir extends Undescribed {}
    asTool(Heir)
    expect(findProblems(Heir)[0]?.message).toContain('constructor of class Undescribed')
  })

  it('names every parameter that is lost [DEF-07]', () => {
    class Wide {
      constructor(
        readonly log: Log,
        readonly other: Log,
      ) {}

      call() {
        return null
      }
    }
    class Heir extends Wide {}
    asTool(Heir)
    expect(findProblems(Heir)[0]?.message).toContain('nothing for parameters 0, 1')
  })

  it('finds it several levels up [DEF-07]', () => {
    class Middle extends Base {}
    @Tool({ server: 'a', name: 'b' })
    class Heir extends Middle {}
    expect(findProblems(Heir)[0]?.message).toContain('constructor of class Base')
  })

  it('names class, base and property where an injected property is inherited [DEF-07]', () => {
    @Tool({ server: 'a', name: 'b' })
    class Heir extends BaseWithProperty {}
    const [problem] = findProblems(Heir)
    expect(problem?.message).toBe(
      'Inversify does not inject "log", which class Heir inherits from class BaseWithProperty.',
    )
    expect(problem?.fix).toContain('@injectFromHierarchy()')
  })

  it.each([
    ['@injectFromBase', injectFromBase(), Base],
    ['@injectFromHierarchy', injectFromHierarchy(), Base],
    ['@injectFromBase, a property', injectFromBase(), BaseWithProperty],
    ['@injectFromHierarchy, a property', injectFromHierarchy(), BaseWithProperty],
  ] as const)('accepts %s [DEF-07]', async (_name, decorate, base) => {
    const Heir = class extends (base as new (log: Log) => Base) {}
    decorate(Heir)
    asTool(Heir)
    expect(await callOf(Heir)).toMatchObject({ value: true })
  })

  it('accepts a subclass with a constructor of its own [DEF-07]', async () => {
    @Tool({ server: 'a', name: 'b' })
    class Heir extends Base {
      constructor(@inject(Log) log: Log) {
        super(log)
      }
    }
    expect(await callOf(Heir)).toMatchObject({ value: true })
  })

  it('accepts a subclass whose own constructor takes nothing and passes a service [DEF-07]', async () => {
    @Tool({ server: 'a', name: 'b' })
    class Heir extends Base {
      constructor() {
        super(new Log())
      }
    }
    expect(await callOf(Heir)).toMatchObject({ value: true })
  })

  it('accepts inherited @unmanaged parameters', async () => {
    class Defaulted {
      constructor(readonly size?: number) {}

      call() {
        return this.size ?? 3
      }
    }
    unmanaged()(Defaulted, undefined, 0)
    class Heir extends Defaulted {}
    asTool(Heir)
    expect(await callOf(Heir)).toMatchObject({ value: 3 })
  })
})

describe('discoverTools, on a member that is injected and an argument', () => {
  it('refuses it [DEF-07] [ADM-04]', () => {
    @Tool({ server: 'a', name: 'b' })
    class Both {
      @IsString() @inject(Log) readonly log!: Log

      call() {
        return null
      }
    }
    const [problem] = findProblems(Both)
    expect(problem?.message).toContain('"log" of class Both is both an argument and injected')
    expect(problem?.fix).toContain('Rename')
  })

  it('refuses an argument that a subclass declares over an injected property of its base [DEF-07]', () => {
    @injectFromBase()
    @Tool({ server: 'a', name: 'b' })
    class Both extends BaseWithProperty {
      @IsString() declare readonly log: never
    }
    expect(findProblems(Both)[0]?.message).toContain('"log" of class Both')
  })
})
