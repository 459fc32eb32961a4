import { Container, inject } from 'inversify'
import { describe, expect, it } from 'vitest'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import { problemsOf } from './problems-of.js'

class Store {}

@Tool({ server: 'notes', name: 'read', mutates: false })
class ReadNote {
  call() {
    return true
  }
}

@Tool({ server: 'notes', name: 'count', mutates: false })
class CountNotes {
  call() {
    return 0
  }
}

describe('discoverTools, on how tool classes are bound', () => {
  it.each(['inSingletonScope', 'inRequestScope'] as const)('refuses %s [ADM-07]', (scope) => {
    const container = new Container()
    container.load(toolModule(ReadNote))
    container.rebind(ReadNote).toSelf()[scope]()
    const [problem] = problemsOf(() => discoverTools(container))
    expect(problem?.subject).toBe('notes/read')
    expect(problem?.message).toContain('could share one instance')
    expect(problem?.fix).toContain('.inTransientScope()')
  })

  it('refuses a constant in place of the class [ADM-07]', () => {
    const container = new Container()
    container.load(toolModule(ReadNote))
    container.rebind(ReadNote).toConstantValue(new ReadNote())
    expect(() => discoverTools(container)).toThrow('bound as a constant')
  })

  it('refuses a redirection of the class to another service', () => {
    const container = new Container()
    container.load(toolModule(ReadNote))
    container.unbind(ReadNote)
    container.bind<unknown>(ReadNote).toService(CountNotes)
    container.bind(CountNotes).toSelf()
    expect(() => discoverTools(container)).toThrow('something else than its class')
  })

  it('refuses a singleton in a child container that hides the transient binding [ADM-07]', () => {
    const parent = new Container()
    parent.load(toolModule(ReadNote))
    const child = new Container({ parent })
    child.bind(ReadNote).toSelf().inSingletonScope()
    expect(() => discoverTools(child)).toThrow('singleton scope')
    expect(discoverTools(parent).ids()).toHaveLength(1)
  })

  it('reports a class found twice, once', () => {
    const container = new Container()
    container.load(toolModule(ReadNote), toolModule(ReadNote))
    const messages = problemsOf(() => discoverTools(container)).map(({ message }) => message)
    expect(messages).toContain('its class is in the container and its parents 2 times.')
    expect(messages.filter((message) => message.includes('bound'))).toEqual([])
  })

  it('reports a class bound twice', () => {
    const container = new Container()
    container.bind(ReadNote).toSelf()
    container.load(toolModule(ReadNote))
    const [problem] = problemsOf(() => discoverTools(container))
    expect(problem).toMatchObject({ subject: 'notes/read', message: 'its class is bound 2 times.' })
  })

  it('reports a class that was unbound', () => {
    const container = new Container()
    container.load(toolModule(ReadNote))
    container.unbind(ReadNote)
    expect(() => discoverTools(container)).toThrow('its class is not bound')
  })

  it('takes a transient subclass in place of the class, as tests bind one', async () => {
    class FakeRead extends ReadNote {
      override call() {
        return false
      }
    }
    const container = new Container()
    container.load(toolModule(ReadNote))
    container.rebind(ReadNote).to(FakeRead).inTransientScope()
    const outcome = await discoverTools(container).dispatch('notes/read', {})
    expect(outcome).toEqual({ status: 'output', value: false })
  })

  it('reports two classes with one id, both named [DEF-06]', () => {
    @Tool({ server: 'notes', name: 'read' })
    class Impostor {
      call() {
        return null
      }
    }
    const container = new Container()
    container.load(toolModule(ReadNote, Impostor))
    const [problem] = problemsOf(() => discoverTools(container))
    expect(problem?.subject).toBe('notes/read')
    expect(problem?.message).toMatch(/ReadNote.*Impostor/)
  })

  it('reports a duplicate id beside what else is wrong [DEF-06]', () => {
    @Tool({ server: 'notes', name: 'read' })
    class NeedsStore {
      constructor(@inject(Store) readonly store: Store) {}

      call() {
        return null
      }
    }
    const container = new Container()
    container.load(toolModule(ReadNote, NeedsStore))
    const messages = problemsOf(() => discoverTools(container)).map(({ message }) => message)
    expect(messages).toHaveLength(2)
    expect(messages[0]).toContain('"Store"')
    expect(messages[1]).toContain('2 tools have this id')
  })

  it('tells two classes of one name apart [DEF-09]', () => {
    const classes = ['one', 'two'].map((name) => {
      const e = class e {
        call() {
          return name
        }
      }
      Tool({ server: 'min', name })(e)
      return e
    })
    const container = new Container()
    container.load(toolModule(...classes))
    expect(discoverTools(container).ids().map(String)).toEqual(['min/one', 'min/two'])
  })

  it('throws the problems of all tools in one error [DEF-06]', () => {
    @Tool({ server: 'notes', name: 'store' })
    class ReadStore {
      constructor(@inject(Store) readonly store: Store) {}

      call() {
        return null
      }
    }
    @Tool({ server: 'bad-name', name: 'x' })
    class Misnamed {
      call() {
        return null
      }
    }
    class Bare {
      call() {
        return null
      }
    }
    const container = new Container()
    container.load(toolModule(ReadStore, Misnamed, Bare))
    const text = problemsOf(() => discoverTools(container)).map((problem) =>
      JSON.stringify(problem),
    )
    for (const part of ['notes/store', 'bad-name', 'Bare']) {
      expect(text.filter((problem) => problem.includes(part))).not.toEqual([])
    }
  })
})
