import { AsyncResource } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { IsInt } from 'class-validator'
import { Container, inject, injectable, type Factory } from 'inversify'
import { describe, expect, it } from 'vitest'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import type { ToolError } from '../../src/errors/tool-error.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolOutcome } from '../../src/tools/outcome.js'
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

interface FactoryAgent {
  readonly container: Container
  readonly runIn: { scope: (run: () => unknown) => unknown }
}

/** A tool whose body asks a factory for the registry, in whatever scope `runIn.scope` is. */
function factoryAgent(): FactoryAgent {
  const runIn: FactoryAgent['runIn'] = { scope: (run) => run() }
  @Tool({ server: 'agent1', name: 'late', mutates: false })
  class ListLate {
    constructor(@inject('make') readonly make: () => ToolRegistry) {}

    call() {
      return runIn.scope(() => this.make().ids().map(String))
    }
  }
  const container = agentContainer()
  container.load(toolModule(ListLate))
  container
    .bind<Factory<ToolRegistry>>('make')
    .toFactory((context) => () => context.get(ToolRegistry))
  return { container, runIn }
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'TOOL_FAILED' })
  return (error as ToolError).cause
}

const unknownCall = {
  name: 'DefinitionError',
  problems: [{ subject: 'ToolRegistry', fix: expect.stringContaining('context.dispatch') }],
}

describe('ToolRegistry, asked of the container where the call is not known', () => {
  it('is refused outside calls, with what to use instead [REG-03]', () => {
    const container = agentContainer()
    discoverTools(container)
    const [problem] = problemsOf(() => container.get(ToolRegistry))
    expect(problem?.subject).toBe('ToolRegistry')
    expect(problem?.fix).toMatch(/Inject ToolRegistry.*context\.dispatch.*discoverTools returned/)
  })

  it('is refused to a factory called in a body without the ambient context [REG-03]', async () => {
    const { container } = factoryAgent()
    const narrow = discoverTools(container, { ambientContext: false }).restrictTo(['agent1/late'])
    expect(await failureOf(narrow.dispatch('agent1/late', {}))).toMatchObject(unknownCall)
  })

  it('is refused to a factory called in another async scope [REG-03]', async () => {
    const { container, runIn } = factoryAgent()
    const outside = new AsyncResource('outside')
    runIn.scope = (run) => outside.runInAsyncScope(run)
    const narrow = discoverTools(container).restrictTo(['agent1/late'])
    expect(await failureOf(narrow.dispatch('agent1/late', {}))).toMatchObject(unknownCall)
  })

  it.each([true, false])(
    'is never that of a call of another registry family, with ambientContext %s [REG-03]',
    async (ambientContext) => {
      const { container } = factoryAgent()
      const registry = discoverTools(container, { ambientContext })
      const narrow = registry.restrictTo(['agent1/late'])
      const host = hostOf(async () => outputOf(await narrow.dispatch('agent1/late', {})))
      const outcome = await host.dispatch('host/run', {}).catch(() => 'refused')
      const expected = ambientContext ? { value: ['agent1/late'] } : 'refused'
      expect(outcome).toEqual(ambientContext ? expect.objectContaining(expected) : expected)
    },
  )

  it('is refused in the call of another registry family itself [REG-03]', async () => {
    const container = agentContainer()
    discoverTools(container)
    const host = hostOf(() => container.get(ToolRegistry).ids().map(String))
    expect(await failureOf(host.dispatch('host/run', {}))).toMatchObject(unknownCall)
  })

  it('is never the wider view of an outer call, whose ambient context an inner call without one sees [REG-03]', async () => {
    const { container } = factoryAgent()
    const inner = discoverTools(container, { ambientContext: false }).restrictTo(['agent1/late'])
    @Tool({ server: 'agent1', name: 'outer', mutates: false })
    class Outer {
      async call() {
        return outputOf(await inner.dispatch('agent1/late', {}))
      }
    }
    container.load(toolModule(Outer))
    const outer = discoverTools(container)
    await expect(outer.dispatch('agent1/outer', {})).rejects.toMatchObject({ code: 'TOOL_FAILED' })
  })

  it('is refused to what a service starts while an instance is made, once it is made [REG-03]', async () => {
    const late: (() => unknown)[] = []
    const container = agentContainer()
    container.rebind(Directory).toDynamicValue(async (context) => {
      const scope = new AsyncResource('kept')
      late.push(() => scope.runInAsyncScope(() => context.get(ToolRegistry)))
      await wait(1)
      return new Directory(context.get(ToolRegistry))
    })
    const registry = discoverTools(container, { asyncBindings: true, ambientContext: false })
    await registry.dispatch('agent1/deep', {})
    expect(problemsOf(() => late[0]?.())).toMatchObject(unknownCall.problems)
  })

  it('is refused to a body that runs while an instance of another call is made [REG-03]', async () => {
    const { container } = factoryAgent()
    const found: { registry?: ToolRegistry } = {}
    const seen: unknown[] = []
    container.rebind(Directory).toDynamicValue(async (context) => {
      const narrow = found.registry?.restrictTo(['agent1/late'])
      seen.push(await narrow?.dispatch('agent1/late', {}).catch(() => 'refused'))
      return new Directory(context.get(ToolRegistry))
    })
    const registry = discoverTools(container, { asyncBindings: true, ambientContext: false })
    found.registry = registry
    await registry.dispatch('agent1/deep', {}).catch(() => undefined)
    expect(seen).toEqual(['refused'])
  })

  it('is empty while an instance is made to learn its initialisers [REG-03]', () => {
    const seen: string[][] = []
    @Tool({ server: 'agent1', name: 'picky', mutates: false })
    class Picky {
      @IsInt() limit = 20

      constructor(@inject(ToolRegistry) registry: ToolRegistry) {
        if (!(registry instanceof ToolRegistry)) throw new Error('no registry')
        seen.push(registry.ids().map(String))
      }

      call() {
        return this.limit
      }
    }
    const container = agentContainer()
    container.load(toolModule(Picky))
    expect(discoverTools(container).get('agent1/picky').inputSchema).not.toHaveProperty('required')
    expect(seen).toEqual([[]])
  })
})

function hostOf(call: () => unknown): ToolRegistry {
  const host = defineTool({ server: 'host', name: 'run', description: 'Runs.', call })
  return ToolRegistry.empty().register(host)
}

function outputOf(outcome: ToolOutcome): unknown {
  return outcome.status === 'output' ? outcome.value : null
}

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
