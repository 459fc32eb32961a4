import { Container, inject, injectable } from 'inversify'
import { describe, expect, it } from 'vitest'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import type { ToolClass } from '../../src/tools/constructor.js'
import { problemsOf } from './problems-of.js'

class Clock {
  now() {
    return 42
  }
}

@Tool({ server: 'clock', name: 'now', mutates: false })
class Now {
  constructor(@inject(Clock) private readonly clock: Clock) {}

  call() {
    return this.clock.now()
  }
}

function clockContainer(...classes: readonly ToolClass[]): Container {
  const container = new Container()
  container.bind(Clock).toSelf()
  container.load(toolModule(...classes))
  return container
}

describe('toolModule', () => {
  it('makes a tool of a class in many modules and containers', async () => {
    for (const container of [clockContainer(Now), clockContainer(Now)]) {
      const outcome = await discoverTools(container).dispatch('clock/now', {})
      expect(outcome).toEqual({ status: 'output', value: 42 })
    }
  })

  it.each([
    ['above', [injectable(), Tool({ server: 'a', name: 'b' })]],
    ['below', [Tool({ server: 'a', name: 'b' }), injectable()]],
  ] as const)('takes a class with @injectable %s @Tool', (_place, decorators) => {
    class Plain {
      call() {
        return null
      }
    }
    for (const decorate of [...decorators].reverse()) decorate(Plain)
    expect(discoverTools(clockContainer(Plain)).ids().map(String)).toEqual(['a/b'])
  })

  it('binds in transient scope, whatever the default of the container is [ADM-07]', () => {
    const container = new Container({ defaultScope: 'Singleton' })
    container.bind(Clock).toSelf()
    container.load(toolModule(Now))
    expect(container.get(Now)).not.toBe(container.get(Now))
  })

  it('binds in transient scope what @injectable makes a singleton [ADM-07]', () => {
    @injectable('Singleton')
    @Tool({ server: 'a', name: 'b' })
    class Single {
      call() {
        return null
      }
    }
    const container = clockContainer(Single)
    expect(container.get(Single)).not.toBe(container.get(Single))
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['an object', {}],
    ['an arrow function', () => 1],
    ['a text', 'Now'],
  ])('throws nothing for %s; discovery reports it', (_name, value) => {
    const container = clockContainer(value as unknown as ToolClass)
    const [problem] = problemsOf(() => discoverTools(container))
    expect(problem).toMatchObject({ subject: 'toolModule', fix: expect.stringContaining('@Tool') })
  })

  it('throws nothing for a class without @Tool; discovery names it [DEF-01]', () => {
    class Bare {
      call() {
        return null
      }
    }
    const [problem] = problemsOf(() => discoverTools(clockContainer(Bare)))
    expect(`${problem?.subject ?? ''} ${problem?.message ?? ''}`).toContain('Bare')
    expect(problem?.fix).toContain('@Tool')
  })

  it('takes its tools back when it is unloaded', () => {
    const container = new Container()
    container.bind(Clock).toSelf()
    const module = toolModule(Now)
    container.load(module)
    expect(discoverTools(container).ids()).toHaveLength(1)
    container.unload(module)
    expect(discoverTools(container).ids()).toEqual([])
    expect(container.isBound(Now)).toBe(false)
  })

  it('can be loaded again after it was unloaded', () => {
    const container = new Container()
    container.bind(Clock).toSelf()
    const module = toolModule(Now)
    container.load(module)
    container.unload(module)
    container.load(module)
    expect(discoverTools(container).ids().map(String)).toEqual(['clock/now'])
  })
})
