import { Container, inject, injectable, LazyServiceIdentifier, named, optional } from 'inversify'
import { describe, expect, it } from 'vitest'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import { problemsOf } from './problems-of.js'

let made: string[] = []

@injectable()
class Disk {
  constructor() {
    made.push('Disk')
  }
}

@injectable()
class Store {
  constructor(@inject(Disk) readonly disk: Disk) {
    made.push('Store')
  }
}

@Tool({ server: 'notes', name: 'read', mutates: false })
class ReadNote {
  constructor(@inject(Store) readonly store: Store) {
    made.push('ReadNote')
  }

  call() {
    return this.store instanceof Store
  }
}

@Tool({ server: 'notes', name: 'count', mutates: false })
class CountNotes {
  constructor(@inject(Store) readonly store: Store) {}

  call() {
    return 0
  }
}

function notesContainer(options?: ConstructorParameters<typeof Container>[0]): Container {
  const container = new Container(options)
  container.load(toolModule(ReadNote))
  return container
}

describe('discoverTools', () => {
  it('gives an empty registry for a container without tools', () => {
    expect(discoverTools(new Container()).ids()).toEqual([])
  })

  it('makes no instance of a tool or a service', () => {
    made = []
    const container = notesContainer()
    container.bind(Store).toSelf().inSingletonScope()
    container.bind(Disk).toSelf()
    discoverTools(container)
    expect(made).toEqual([])
  })

  it('makes no instance when the container resolved and cached the plan before', () => {
    const container = notesContainer()
    container.bind(Store).toSelf()
    container.bind(Disk).toSelf()
    container.get(ReadNote)
    made = []
    discoverTools(container)
    discoverTools(container)
    expect(made).toEqual([])
  })

  it('makes no instance of a tool that is a dependency of another tool', () => {
    @Tool({ server: 'notes', name: 'copy' })
    class CopyNote {
      constructor(@inject(ReadNote) readonly read: ReadNote) {}

      call() {
        return null
      }
    }
    const container = new Container()
    container.bind(Store).toSelf()
    container.bind(Disk).toSelf()
    container.load(toolModule(CopyNote, ReadNote))
    made = []
    expect(discoverTools(container).ids().map(String)).toEqual(['notes/copy', 'notes/read'])
    expect(made).toEqual([])
  })

  it('refuses what is not a container', () => {
    for (const value of [undefined, null, {}, 'container']) {
      const [problem] = problemsOf(() => discoverTools(value as Container))
      expect(problem?.fix).toContain('Pass an Inversify Container')
    }
  })

  it('reports every unknown or wrong option at once', () => {
    const options = { asyncBinding: true, sink: 1, optionalNull: 'drop', limits: { maxDepth: 0 } }
    const problems = problemsOf(() => discoverTools(new Container(), options as object))
    expect(problems[0]?.fix).toBe('Did you mean "asyncBindings"?')
    expect(problems.map(({ message }) => message)).toEqual([
      'there is no option "asyncBinding".',
      'the option "sink" has a wrong value.',
      'the option "optionalNull" has a wrong value.',
      'the option "limits" has a wrong value.',
    ])
  })
})

describe('discoverTools, on options', () => {
  it.each([null, [], 'all', 7])('refuses %j in place of options', (options) => {
    const [problem] = problemsOf(() => discoverTools(new Container(), options as unknown as object))
    expect(problem?.message).toBe('the options are not an object.')
  })

  it.each([[], 5, { maxDepth: 1.5 }, { maxBytes: '1' }, { depth: 3 }])(
    'refuses limits %j',
    (limits) => {
      const options = { limits: limits as object }
      expect(() => discoverTools(new Container(), options)).toThrow('"limits" has a wrong value')
    },
  )

  it('accepts every option it documents, undefined ones too', () => {
    const options = {
      sink: () => undefined,
      asyncBindings: true,
      ambientContext: false,
      optionalNull: 'keep',
      limits: { maxDepth: 3, maxBytes: undefined },
      repairJsonStrings: true,
    } as const
    expect(discoverTools(new Container(), options as object).ids()).toEqual([])
  })
})

describe('discoverTools, on a missing dependency', () => {
  it('names the missing service, what asks for it and the tool', () => {
    const container = notesContainer()
    container.bind(Store).toSelf()
    const [problem, ...more] = problemsOf(() => discoverTools(container))
    expect(more).toEqual([])
    expect(problem).toEqual({
      subject: 'notes/read',
      message:
        'the container cannot make it: No bindings found for service: "Disk". Trying to resolve bindings for "Store".',
      fix: 'Bind it in the container before discoverTools, or mark it @optional().',
    })
  })

  it('names every missing service of a tool at once', () => {
    @Tool({ server: 'notes', name: 'wide' })
    class Wide {
      constructor(
        @inject(Store) readonly store: Store,
        @inject('Clock') readonly clock: unknown,
        @inject(Symbol.for('Audit')) readonly audit: unknown,
      ) {}

      call() {
        return null
      }
    }
    const container = new Container()
    container.bind(Store).toSelf()
    container.load(toolModule(Wide))
    const text = problemsOf(() => discoverTools(container)).map(({ message }) => message)
    expect(text).toHaveLength(3)
    for (const name of ['Disk', 'Clock', 'Audit']) expect(text.join('\n')).toContain(name)
  })

  it('reports every tool that lacks it', () => {
    const container = new Container()
    container.bind(Store).toSelf()
    container.load(toolModule(ReadNote, CountNotes))
    const problems = problemsOf(() => discoverTools(container))
    expect(problems.map(({ subject }) => subject)).toEqual(['notes/read', 'notes/count'])
  })

  it('succeeds after the binding was added', () => {
    const container = notesContainer()
    container.bind(Store).toSelf()
    expect(() => discoverTools(container)).toThrow('Disk')
    container.bind(Disk).toSelf()
    expect(discoverTools(container).ids()).toHaveLength(1)
  })

  it('accepts an optional one', () => {
    @Tool({ server: 'notes', name: 'maybe' })
    class Maybe {
      constructor(@inject(Store) @optional() readonly store: Store | undefined) {}

      call() {
        return null
      }
    }
    const container = new Container()
    container.load(toolModule(Maybe))
    expect(discoverTools(container).ids()).toHaveLength(1)
  })

  it('says which name a binding lacks', () => {
    @Tool({ server: 'notes', name: 'named' })
    class Named {
      constructor(@inject(Disk) @named('fast') readonly disk: Disk) {}

      call() {
        return null
      }
    }
    const container = new Container()
    container.bind(Disk).toSelf().whenNamed('slow')
    container.load(toolModule(Named))
    const [problem] = problemsOf(() => discoverTools(container))
    expect(problem?.message).toContain('name: fast')
  })

  it('reports what autobinding would make up, and binds nothing', () => {
    const container = notesContainer({ autobind: true })
    for (const attempt of [1, 2]) {
      const problems = problemsOf(() => discoverTools(container))
      expect([attempt, problems.length]).toEqual([attempt, 1])
      expect(problems[0]?.message).toContain('"Store"')
    }
    expect(container.isCurrentBound(Store)).toBe(false)
  })

  it('reports what a parent container would autobind, and binds nothing there', () => {
    const parent = new Container({ autobind: true })
    const container = notesContainer({ parent })
    expect(() => discoverTools(container)).toThrow('Store')
    expect(parent.isCurrentBound(Store)).toBe(false)
  })
})

describe('discoverTools, on a cycle', () => {
  it('prints the cycle', () => {
    class First {
      constructor(readonly second: unknown) {}
    }
    class Second {
      constructor(readonly first: unknown) {}
    }
    inject(Second)(First, undefined, 0)
    inject(First)(Second, undefined, 0)
    @Tool({ server: 'a', name: 'cycle' })
    class Cyclic {
      constructor(@inject(First) readonly first: First) {}

      call() {
        return null
      }
    }
    const container = new Container()
    container.bind(First).toSelf()
    container.bind(Second).toSelf()
    container.load(toolModule(Cyclic))
    const [problem] = problemsOf(() => discoverTools(container))
    expect(problem?.subject).toBe('a/cycle')
    expect(problem?.message).toContain('First -> Second -> First')
    expect(problem?.fix).toContain('Break the cycle')
  })
})

describe('discoverTools, on a graph that cannot be planned', () => {
  it('names a service with several bindings', () => {
    const container = notesContainer()
    container.bind(Store).toSelf()
    container.bind(Disk).toSelf()
    container.bind(Disk).toConstantValue(new Disk())
    const [problem] = problemsOf(() => discoverTools(container))
    expect(problem?.message).toContain('Ambiguous bindings found for service: "Disk"')
    expect(problem?.fix).toContain('@named')
  })

  it('names a missing service without a name of its own', () => {
    const Nameless = (() => class {})()
    @Tool({ server: 'notes', name: 'lazy' })
    class Lazy {
      constructor(@inject(Nameless) readonly service: object) {}

      call() {
        return null
      }
    }
    const container = new Container()
    container.load(toolModule(Lazy))
    const [problem] = problemsOf(() => discoverTools(container))
    expect(problem).toMatchObject({ subject: 'notes/lazy' })
  })

  it('passes on what a lazy service identifier throws', () => {
    const broken = new LazyServiceIdentifier<object>(() => {
      throw new TypeError('no such class yet')
    })
    @Tool({ server: 'notes', name: 'lazy' })
    class Lazy {
      constructor(
        @inject('unit') @optional() readonly unit: unknown,
        @inject(broken) readonly service: object,
      ) {}

      call() {
        return null
      }
    }
    const container = new Container()
    container.load(toolModule(Lazy))
    const [problem, ...more] = problemsOf(() => discoverTools(container))
    expect(more).toEqual([])
    expect(problem?.message).toContain('no such class yet')
    expect(problem?.fix).toContain('Correct the bindings')
  })
})

describe('discoverTools, a forgotten module', () => {
  it('reports tool classes that are bound although no toolModule was loaded', () => {
    const container = new Container()
    container.bind(ReadNote).toSelf()
    expect(problemsOf(() => discoverTools(container))).toEqual([
      {
        subject: 'notes/read',
        message: 'its class carries @Tool and is bound, but no toolModule was loaded.',
        fix: 'Load toolModule(TheClass) in the container instead of binding the class.',
      },
    ])
  })

  it('gives an empty registry for a container that has no tool classes at all', () => {
    const container = new Container()
    container.bind(Store).toSelf()
    expect(discoverTools(container).ids()).toEqual([])
  })
})
