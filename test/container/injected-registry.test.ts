import { setTimeout as wait } from 'node:timers/promises'
import { Container, inject, injectable, type Factory } from 'inversify'
import { describe, expect, it } from 'vitest'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { createContext, type ToolContext } from '../../src/tools/tool-context.js'
import { problemsOf } from './problems-of.js'

@Tool({ server: 'admin', name: 'wipe' })
class Wipe {
  call() {
    return 'wiped'
  }
}

@Tool({ server: 'agent1', name: 'list', mutates: false })
class ListTools {
  constructor(@inject(ToolRegistry) readonly registry: ToolRegistry) {}

  call() {
    return this.registry.ids().map(String)
  }
}

@injectable()
class Directory {
  constructor(@inject(ToolRegistry) readonly registry: ToolRegistry) {}
}

@Tool({ server: 'agent1', name: 'deep', mutates: false })
class ListDeep {
  constructor(@inject(Directory) readonly directory: Directory) {}

  async call() {
    await wait(1)
    return this.directory.registry.ids().map(String)
  }
}

const all = ['admin/wipe', 'agent1/deep', 'agent1/list']

function agentContainer(): Container {
  const container = new Container()
  container.bind(Directory).toSelf()
  container.load(toolModule(Wipe, ListTools, ListDeep))
  return container
}

describe('ToolRegistry injected into a tool', () => {
  it.each(['agent1/list', 'agent1/deep'])(
    'is the view the call came through, %s [REG-03]',
    async (tool) => {
      const registry = discoverTools(agentContainer())
      const narrow = registry.restrictTo(['agent1/list', 'agent1/deep'])
      expect(await registry.dispatch(tool, {})).toMatchObject({ value: all })
      expect(await narrow.dispatch(tool, {})).toMatchObject({
        value: ['agent1/deep', 'agent1/list'],
      })
    },
  )

  it('is the view without the ambient context too [REG-03]', async () => {
    const registry = discoverTools(agentContainer(), { ambientContext: false })
    const narrow = registry.restrictTo(['agent1/deep'])
    expect(await narrow.dispatch('agent1/deep', {})).toMatchObject({ value: ['agent1/deep'] })
  })

  it('is the view in a nested call [REG-03]', async () => {
    @Tool({ server: 'agent1', name: 'ask', mutates: false })
    class Ask {
      async call(context: ToolContext) {
        const outcome = await context.dispatch('agent1/list', {})
        return outcome.status === 'output' ? outcome.value : null
      }
    }
    const container = agentContainer()
    container.load(toolModule(Ask))
    const narrow = discoverTools(container).restrictTo(['agent1/ask', 'agent1/list'])
    expect(await narrow.dispatch('agent1/ask', {})).toMatchObject({
      value: ['agent1/ask', 'agent1/list'],
    })
  })

  it('stays apart between concurrent calls on different views [REG-03]', async () => {
    const registry = discoverTools(agentContainer())
    const narrow = registry.restrictTo(['agent1/deep'])
    const views = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? registry : narrow))
    const outcomes = await Promise.all(views.map(async (view) => view.dispatch('agent1/deep', {})))
    const expected = views.map((view) => ({ value: view.ids().map(String) }))
    expect(outcomes).toMatchObject(expected)
  })

  it('is the view where it is resolved after a wait, without the ambient context [REG-03]', async () => {
    const container = agentContainer()
    container.rebind(Directory).toDynamicValue(async (context) => {
      await wait(1)
      return new Directory(context.get(ToolRegistry))
    })
    const registry = discoverTools(container, { asyncBindings: true, ambientContext: false })
    const narrow = registry.restrictTo(['agent1/deep', 'agent1/list'])
    const outcomes = await Promise.all([
      narrow.dispatch('agent1/deep', {}),
      registry.dispatch('agent1/deep', {}),
    ])
    expect(outcomes).toMatchObject([{ value: ['agent1/deep', 'agent1/list'] }, { value: all }])
  })

  it('is the view in a factory that the body calls later [REG-03]', async () => {
    @Tool({ server: 'agent1', name: 'late', mutates: false })
    class ListLate {
      constructor(
        @inject(ToolRegistry) readonly registry: ToolRegistry,
        @inject('make') readonly make: () => ToolRegistry,
      ) {}

      async call() {
        await wait(1)
        return this.make().ids().map(String)
      }
    }
    const container = agentContainer()
    container.load(toolModule(ListLate))
    container
      .bind<Factory<ToolRegistry>>('make')
      .toFactory((context) => () => context.get(ToolRegistry))
    const narrow = discoverTools(container).restrictTo(['agent1/late'])
    expect(await narrow.dispatch('agent1/late', {})).toMatchObject({ value: ['agent1/late'] })
  })

  it('is refused to an instance made for a context that belongs to no call [REG-03]', async () => {
    const definition = discoverTools(agentContainer()).get('agent1/list')
    const admission = await definition.admit({})
    if (admission.status !== 'admitted') throw new Error('refused')
    const prepare = async () => definition.prepare(admission.admitted, createContext())
    await expect(prepare()).rejects.toThrow('whose call came through no registry')
  })

  it('is each container’s own in parents and children [REG-03]', async () => {
    const parent = agentContainer()
    const child = new Container({ parent })
    const narrow = [discoverTools(parent), discoverTools(child)].map((registry) =>
      registry.restrictTo(['agent1/deep']),
    )
    const outcomes = await Promise.all(narrow.map(async (view) => view.dispatch('agent1/deep', {})))
    expect(outcomes).toMatchObject([{ value: ['agent1/deep'] }, { value: ['agent1/deep'] }])
  })

  it('is the view of its own discovery where a container was discovered twice [REG-03]', async () => {
    const container = agentContainer()
    const registries = [discoverTools(container), discoverTools(container)]
    const narrow = registries.map((registry) => registry.restrictTo(['agent1/list']))
    const outcomes = await Promise.all(narrow.map(async (view) => view.dispatch('agent1/list', {})))
    expect(outcomes).toMatchObject([{ value: ['agent1/list'] }, { value: ['agent1/list'] }])
  })

  it('is not bound where no tool asks for it, so that an application may bind its own', () => {
    const container = new Container()
    container.load(toolModule(Wipe))
    const registry = discoverTools(container)
    container.bind(ToolRegistry).toConstantValue(registry)
    expect(container.get(ToolRegistry)).toBe(registry)
  })
})

describe('discoverTools, on a ToolRegistry that would reach too far', () => {
  it('refuses a singleton that would keep the registry of the first call [REG-03]', () => {
    const container = agentContainer()
    container.rebind(Directory).toSelf().inSingletonScope()
    const [problem, ...more] = problemsOf(() => discoverTools(container))
    expect(more).toEqual([])
    expect(problem?.subject).toBe('agent1/deep')
    expect(problem?.message).toContain('the singleton "Directory"')
    expect(problem?.fix).toContain('transient or request scope')
  })

  it('refuses one that the application bound [REG-03]', () => {
    const container = agentContainer()
    container.bind(ToolRegistry).toConstantValue(ToolRegistry.empty())
    const problems = problemsOf(() => discoverTools(container))
    expect(problems.map(({ subject }) => subject)).toEqual(['agent1/list', 'agent1/deep'])
    expect(problems[0]?.fix).toContain('Remove the binding')
  })
})
