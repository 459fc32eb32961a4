import { setTimeout as wait } from 'node:timers/promises'
import { IsInt, IsOptional, IsString } from 'class-validator'
import { Container, inject, injectable, postConstruct } from 'inversify'
import { describe, expect, it } from 'vitest'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import { ToolError } from '../../src/errors/tool-error.js'
import type { ToolClass } from '../../src/tools/constructor.js'
import { problemsOf } from './problems-of.js'

function containerOf(...classes: readonly ToolClass[]): Container {
  const container = new Container()
  container.load(toolModule(...classes))
  return container
}

@Tool({ server: 'echo', name: 'slow' })
class Echo {
  @IsInt() index!: number
  @IsOptional() @IsString() note?: string
  private readonly seen: number[] = []

  async call() {
    this.seen.push(this.index)
    await wait(this.index % 7)
    return { index: this.index, note: this.note ?? null, seen: [...this.seen] }
  }
}

class Vault {
  readonly secret: string = 'sk-live'
}

@injectable()
@Tool({ server: 'echo', name: 'copy' })
class Copying {
  @IsInt() index!: number
  @IsOptional() @IsString() note?: string
  readonly started = 7

  constructor(@inject(Vault) private readonly vault: Vault) {}

  call() {
    return Object.assign({ hasVault: this.vault.secret !== '', started: this.started }, this)
  }
}

describe('instances of tools', () => {
  it('have no services in a copy of their arguments [ADM-04]', async () => {
    const container = containerOf(Copying)
    container.bind(Vault).toSelf()
    const outcome = await discoverTools(container).dispatch('echo/copy', { index: 1 })
    expect(outcome).toEqual({
      status: 'output',
      value: { index: 1, hasVault: true, started: 7 },
    })
  })

  it('keep the arguments of 50 concurrent calls apart [ADM-07]', async () => {
    const registry = discoverTools(containerOf(Echo))
    const indexes = Array.from({ length: 50 }, (_, index) => index)
    const outcomes = await Promise.all(
      indexes.map((index) =>
        registry.dispatch('echo/slow', index % 2 === 0 ? { index } : { index, note: `n${index}` }),
      ),
    )
    const expected = indexes.map((index) => {
      const note = index % 2 === 0 ? null : `n${index}`
      return { status: 'output', value: { index, note, seen: [index] } }
    })
    expect(outcomes).toEqual(expected)
  })

  it('are not kept from call to call: an absent argument is absent [ADM-07]', async () => {
    const registry = discoverTools(containerOf(Echo))
    await registry.dispatch('echo/slow', { index: 1, note: 'kept?' })
    expect(await registry.dispatch('echo/slow', { index: 1 })).toMatchObject({
      value: { note: null },
    })
  })

  it('run initialisers afresh each time [ADM-07]', async () => {
    const registry = discoverTools(containerOf(Echo))
    await registry.dispatch('echo/slow', { index: 1 })
    expect(await registry.dispatch('echo/slow', { index: 2 })).toMatchObject({
      value: { seen: [2] },
    })
  })

  it('are refused as UNAVAILABLE when a later rebinding shares one [ADM-07]', async () => {
    const container = containerOf(Echo)
    const registry = discoverTools(container)
    container.rebind(Echo).toSelf().inSingletonScope()
    await registry.dispatch('echo/slow', { index: 1 })
    const error: unknown = await registry
      .dispatch('echo/slow', { index: 2 })
      .catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', disposition: 'did-not-happen' })
    expect(String((error as ToolError).cause)).toContain('Bind the class in transient scope')
  })

  it('see one request-scoped service per call, and another in the next', async () => {
    let count = 0
    @injectable()
    class Session {
      readonly number = (count += 1)
    }
    @injectable()
    class Repository {
      constructor(@inject(Session) readonly session: Session) {}
    }
    @Tool({ server: 'a', name: 'session' })
    class ShowSession {
      constructor(
        @inject(Session) readonly session: Session,
        @inject(Repository) readonly repository: Repository,
      ) {}

      call() {
        return [this.session.number, this.repository.session.number]
      }
    }
    const container = containerOf(ShowSession)
    container.bind(Session).toSelf().inRequestScope()
    container.bind(Repository).toSelf()
    const registry = discoverTools(container)
    const outcomes = await Promise.all([1, 2].map(async () => registry.dispatch('a/session', {})))
    expect(outcomes).toMatchObject([{ value: [1, 1] }, { value: [2, 2] }])
  })

  it.each(['Transient', 'Request', 'Singleton'] as const)(
    'get three distinct services in a container of default scope %s',
    async (defaultScope) => {
      @injectable()
      class First {}
      @injectable()
      class Second {}
      @injectable()
      class Third {}
      @Tool({ server: 'a', name: 'three' })
      class Three {
        constructor(
          @inject(First) readonly first: First,
          @inject(Second) readonly second: Second,
          @inject(Third) readonly third: Third,
        ) {}

        call() {
          const { first, second, third } = this
          return [first instanceof First, second instanceof Second, third instanceof Third]
        }
      }
      const container = new Container({ defaultScope, autobind: true })
      for (const service of [First, Second, Third]) container.bind<unknown>(service).toSelf()
      container.load(toolModule(Three))
      expect(await discoverTools(container).dispatch('a/three', {})).toMatchObject({
        value: [true, true, true],
      })
    },
  )
})

@injectable()
class Database {
  constructor(readonly name: string) {}
}

@Tool({ server: 'db', name: 'name', mutates: false })
class DatabaseName {
  constructor(@inject(Database) readonly database: Database) {}

  call() {
    return this.database.name
  }
}

describe('the schema of a tool whose constructor needs real services', () => {
  it('learns its initialisers from one instance that the container makes [SCH-03]', async () => {
    let count = 0
    @Tool({ server: 'db', name: 'query', mutates: false })
    class Query {
      @IsInt() limit = 20

      constructor(@inject(Database) database: Database) {
        if (!(database instanceof Database)) throw new Error('no database')
        count += 1
      }

      call() {
        return this.limit
      }
    }
    const container = containerOf(Query)
    container.bind(Database).toConstantValue(new Database('main'))
    const registry = discoverTools(container)
    expect(count).toBe(0)
    expect(registry.get('db/query').inputSchema).not.toHaveProperty('required')
    expect(count).toBe(1)
    expect(await registry.dispatch('db/query', {})).toMatchObject({ value: 20 })
  })
})

describe('discoverTools, on asynchronous bindings', () => {
  it('names the binding, why, and both ways out', () => {
    const container = containerOf(DatabaseName)
    container.bind(Database).toDynamicValue(async () => new Database('main'))
    const [problem] = problemsOf(() => discoverTools(container))
    expect(problem?.message).toBe(
      '"Database" in its graph is made asynchronously: its function is async.',
    )
    expect(problem?.fix).toMatch(/asyncBindings: true.*getAsync/)
  })

  it.each([
    [
      'a promise',
      (c: Container) =>
        c.bind(Database).toConstantValue(Promise.resolve(new Database('x')) as never),
    ],
    [
      'an async function',
      (c: Container) => c.bind(Database).toResolvedValue(async () => new Database('x')),
    ],
    [
      'an async activation handler',
      (c: Container) =>
        c
          .bind(Database)
          .toDynamicValue(() => new Database('x'))
          .onActivation(async (_c, v) => v),
    ],
    [
      'an async activation handler of the container',
      (c: Container) => {
        c.bind(Database).toDynamicValue(() => new Database('x'))
        c.onActivation(Database, async (_context, value) => value)
      },
    ],
  ] as const)('refuses %s', (_name, bind) => {
    const container = containerOf(DatabaseName)
    bind(container)
    expect(() => discoverTools(container)).toThrow('made asynchronously')
  })

  it('refuses an async @postConstruct', () => {
    @Tool({ server: 'a', name: 'b' })
    class Prepared {
      @postConstruct()
      async prepare() {
        await wait(0)
      }

      call() {
        return null
      }
    }
    expect(() => discoverTools(containerOf(Prepared))).toThrow('@postConstruct method is async')
  })

  it('accepts a singleton that was made before', async () => {
    const container = containerOf(DatabaseName)
    container
      .bind(Database)
      .toDynamicValue(async () => new Database('main'))
      .inSingletonScope()
    await container.getAsync(Database)
    expect(await discoverTools(container).dispatch('db/name', {})).toMatchObject({ value: 'main' })
  })

  it('accepts what stands below a singleton that was made before', async () => {
    @injectable()
    class Pool {
      constructor(@inject(Database) readonly database: Database) {}
    }
    @Tool({ server: 'db', name: 'pool', mutates: false })
    class PoolName {
      constructor(@inject(Pool) readonly pool: Pool) {}

      call() {
        return this.pool.database.name
      }
    }
    const container = containerOf(PoolName)
    container.bind(Database).toDynamicValue(async () => new Database('main'))
    container.bind(Pool).toSelf().inSingletonScope()
    await container.getAsync(Pool)
    expect(await discoverTools(container).dispatch('db/pool', {})).toMatchObject({ value: 'main' })
  })

  it('accepts them with asyncBindings, and waits for each instance', async () => {
    const container = containerOf(DatabaseName)
    let count = 0
    container.bind(Database).toDynamicValue(async () => {
      await wait(1)
      return new Database(`db${(count += 1)}`)
    })
    const registry = discoverTools(container, { asyncBindings: true })
    const outcomes = await Promise.all([1, 2].map(async () => registry.dispatch('db/name', {})))
    expect(outcomes).toMatchObject([{ value: 'db1' }, { value: 'db2' }])
  })

  it('cannot see a promise that a plain function returns; the call is UNAVAILABLE', async () => {
    const container = containerOf(DatabaseName)
    container.bind(Database).toDynamicValue(() => Promise.resolve(new Database('late')))
    await expect(discoverTools(container).dispatch('db/name', {})).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      disposition: 'did-not-happen',
    })
  })
})
