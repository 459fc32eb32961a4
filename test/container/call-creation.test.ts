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
import { problemsOf } from './problems-of.js'

@injectable()
class Directory {
  constructor(@inject(ToolRegistry) readonly registry: ToolRegistry) {}
}

@Tool({ server: 'agent1', name: 'deep', mutates: false })
class ListDeep {
  constructor(@inject(Directory) readonly directory: Directory) {}

  call() {
    return this.directory.registry.ids().map(String)
  }
}

@Tool({ server: 'agent1', name: 'list', mutates: false })
class ListTools {
  constructor(@inject(ToolRegistry) readonly registry: ToolRegistry) {}

  call() {
    return this.registry.ids().map(String)
  }
}

function agentContainer(): Container {
  const container = new Container()
  container.bind(Directory).toSelf()
  container.load(toolModule(ListDeep, ListTools))
  return container
}

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
