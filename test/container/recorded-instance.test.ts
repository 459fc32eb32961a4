import { IsDefined } from 'class-validator'
import { Container, inject, injectable, multiInject, type Factory } from 'inversify'
import { describe, expect, it } from 'vitest'
import { ContainerInstances } from '../../src/container/container-instances.js'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import { problemsOf } from './problems-of.js'

@injectable()
class Database {
  constructor(readonly name: string) {}
}

@injectable()
class Clock {
  readonly zone: string = 'UTC'
}

/** Throws for a stub, so that an instance can only be had through a container. */
function assertDatabase(database: unknown): void {
  if (!(database instanceof Database)) throw new Error('no database')
}

@Tool({ server: 'a', name: 'probed', mutates: false })
class Probed {
  @inject(Clock) readonly clock!: Clock
  readonly own = {}

  constructor(
    @inject(Database) readonly database: Database,
    @multiInject('plugins') readonly plugins: readonly object[],
  ) {
    assertDatabase(database)
    if (new.target !== Probed) throw new Error('made as another class')
  }

  call() {
    return null
  }
}

function probedContainer(): Container {
  const container = new Container()
  container.load(toolModule(Probed))
  container.bind(Database).toDynamicValue(() => new Database('main'))
  container.bind(Clock).toSelf()
  container.bind('plugins').toDynamicValue(() => ({}))
  return container
}

describe('a probe of a tool class through the container', () => {
  it('tells every transient service that the constructor and the properties were given [ADM-04]', () => {
    const { instance, injected } = new ContainerInstances(probedContainer(), 'sync').createProbe(
      Probed,
    )
    if (!(instance instanceof Probed)) throw new Error('another class')
    const { database, plugins, clock, own } = instance
    for (const service of [database, plugins, plugins[0], clock]) {
      expect(injected.some((value) => value === service)).toBe(true)
    }
    expect(injected.some((value) => value === own)).toBe(false)
    expect(injected).toHaveLength(4)
  })

  it('runs the activation handlers of the binding and of the container', () => {
    const container = probedContainer()
    const seen: unknown[] = []
    const note = (_context: unknown, value: Probed): Probed => {
      seen.push(value)
      return value
    }
    container.rebind(Probed).toSelf().inTransientScope().onActivation(note)
    container.onActivation(Probed, note)
    const { instance } = new ContainerInstances(container, 'sync').createProbe(Probed)
    expect(seen).toEqual([instance, instance])
  })

  it('leaves the class in the container, also for a factory that is first made for the probe', () => {
    const container = probedContainer()
    container.bind<Factory<Probed>>('make').toFactory((context) => () => context.get(Probed))
    container.rebind('plugins').toDynamicValue((context) => context.get('make'))
    const { injected } = new ContainerInstances(container, 'sync').createProbe(Probed)
    const count = injected.length
    container.get<() => Probed>('make')()
    expect(injected).toHaveLength(count)
    expect(container.get(Probed)).toBeInstanceOf(Probed)
  })

  it('follows a class that is bound in its place', () => {
    @injectable()
    class Fake {
      constructor(@inject(Clock) readonly clock: Clock) {}

      call() {
        return null
      }
    }
    const container = probedContainer()
    container
      .rebind(Probed)
      .to(Fake as never)
      .inTransientScope()
    const { instance, injected } = new ContainerInstances(container, 'sync').createProbe(Probed)
    expect(injected).toEqual([(instance as unknown as Fake).clock])
  })

  it('is refused where a function makes the instance, whose services are not known [ADM-04]', () => {
    const container = probedContainer()
    container.rebind(Probed).toDynamicValue(() => new Probed(new Database('own'), []))
    const instances = new ContainerInstances(container, 'sync')
    expect(() => instances.createProbe(Probed)).toThrow(/"?a\/probed.*toolModule alone/)
  })

  it('keeps a model from replacing a service that is held in an argument [ADM-04]', () => {
    @Tool({ server: 'a', name: 'held', mutates: false })
    class Held {
      @IsDefined() readonly ledger: Database

      constructor(@inject(Database) database: Database, @inject(Clock) clock: Clock) {
        if (clock.zone !== 'UTC') throw new Error('no clock')
        this.ledger = database
      }

      call() {
        return null
      }
    }
    const container = new Container()
    container.load(toolModule(Held))
    container.bind(Database).toDynamicValue(() => new Database('main'))
    container.bind(Clock).toSelf()
    const registry = discoverTools(container)
    expect(problemsOf(() => registry.get('a/held').inputSchema)).toHaveLength(1)
  })
})
