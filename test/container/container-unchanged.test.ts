import { Container, inject, injectable, optional } from 'inversify'
import { describe, expect, it } from 'vitest'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'

const isPlugin = Symbol.for('@inversifyjs/plugin/isPlugin')

@injectable()
class Meter {
  readings = 0
}

function meterAt(readings: number): Meter {
  const meter = new Meter()
  meter.readings = readings
  return meter
}

@injectable()
class Gauge {
  constructor(@inject(Meter) readonly meter: Meter) {}
}

@Tool({ server: 'plant', name: 'read', mutates: false })
class ReadGauge {
  constructor(
    @inject(Gauge) readonly gauge: Gauge,
    @inject('unit') @optional() readonly unit: string | undefined,
  ) {}

  call() {
    return this.unit ?? 'none'
  }
}

function plantContainer(options?: ConstructorParameters<typeof Container>[0]): Container {
  const container = new Container(options)
  container.bind(Meter).toSelf().inSingletonScope()
  container.bind(Gauge).toSelf()
  container.load(toolModule(ReadGauge))
  return container
}

describe('discoverTools leaves the container as it was', () => {
  it.each(['resolved before', 'not resolved before'])('resolving as ever, %s', (when) => {
    const container = plantContainer()
    if (when === 'resolved before') container.get(ReadGauge)
    discoverTools(container)
    const tool = container.get(ReadGauge)
    expect(tool).toBeInstanceOf(ReadGauge)
    expect(tool.gauge.meter).toBe(container.get(Meter))
    expect(container.get(Gauge)).not.toBe(container.get(Gauge))
  })

  it('running activation handlers that were added before and after', () => {
    const container = plantContainer()
    const activated: string[] = []
    container.onActivation(Gauge, (_context, gauge: Gauge) => {
      activated.push('before')
      return gauge
    })
    discoverTools(container)
    container.onActivation(Gauge, (_context, gauge: Gauge) => {
      activated.push('after')
      return gauge
    })
    expect(activated).toEqual([])
    container.get(ReadGauge)
    expect(activated).toEqual(['before', 'after'])
  })

  it('taking later rebindings', async () => {
    const container = plantContainer()
    const registry = discoverTools(container)
    container.rebind(Meter).toConstantValue(meterAt(7))
    expect(container.get(ReadGauge).gauge.meter.readings).toBe(7)
    container.bind('unit').toConstantValue('bar')
    expect(await registry.dispatch('plant/read', {})).toEqual({ status: 'output', value: 'bar' })
  })

  it('taking a later binding whose own dependencies are bound last', () => {
    @injectable()
    class Unit {
      constructor(@inject('symbol') readonly symbol: string) {}
    }
    const container = plantContainer()
    discoverTools(container)
    container.bind('unit').to(Unit)
    container.bind('symbol').toConstantValue('bar')
    expect(container.get(ReadGauge).unit).toMatchObject({ symbol: 'bar' })
  })

  it('binding nothing of its own for tools that inject no registry', () => {
    const container = plantContainer()
    const services: unknown[] = []
    discoverTools(container)
    container.register(
      class {
        readonly [isPlugin] = true

        constructor(
          _container: unknown,
          context: { bindingService: { getBoundServices(): Iterable<unknown> } },
        ) {
          services.push(...context.bindingService.getBoundServices())
        }

        load() {
          return undefined
        }
      },
    )
    expect(services.filter((service) => typeof service === 'function')).toEqual([
      Meter,
      Gauge,
      ReadGauge,
    ])
  })

  it('calling the plan handlers of its plugins for none of its own plans', () => {
    const container = plantContainer()
    const planned: unknown[] = []
    container.register(
      class {
        readonly [isPlugin] = true

        load(api: { onPlan(handler: (options: { serviceIdentifier: unknown }) => void): void }) {
          api.onPlan(({ serviceIdentifier }) => planned.push(serviceIdentifier))
        }
      },
    )
    discoverTools(container)
    expect(planned).toEqual([])
    container.get(ReadGauge)
    expect(planned).toEqual([ReadGauge])
  })

  it('restoring snapshots', () => {
    const container = plantContainer()
    container.snapshot()
    container.rebind(Meter).toConstantValue(meterAt(7))
    discoverTools(container)
    container.restore()
    expect(container.get(ReadGauge).gauge.meter).toBeInstanceOf(Meter)
    expect(discoverTools(container).ids()).toHaveLength(1)
  })

  it('whether it plans with or without jit', () => {
    const container = plantContainer({ jitless: false })
    discoverTools(container)
    expect(container.get(ReadGauge).gauge.meter).toBe(container.get(Meter))
  })
})

describe('discoverTools, again', () => {
  @Tool({ server: 'plant', name: 'stop' })
  class Stop {
    call() {
      return 'stopped'
    }
  }

  it('finds what was bound since', () => {
    const container = plantContainer()
    expect(discoverTools(container).ids()).toHaveLength(1)
    container.load(toolModule(Stop))
    expect(discoverTools(container).ids().map(String)).toEqual(['plant/read', 'plant/stop'])
  })

  it('finds the tools of parents in child containers, those bound later too', () => {
    const parent = plantContainer()
    const child = new Container({ parent })
    expect(discoverTools(child).ids()).toHaveLength(1)
    parent.load(toolModule(Stop))
    expect(discoverTools(child).ids()).toHaveLength(2)
    expect(discoverTools(parent).ids()).toHaveLength(2)
  })

  it('keeps the tools of a child out of its parent', () => {
    const parent = plantContainer()
    const child = new Container({ parent })
    child.load(toolModule(Stop))
    expect(discoverTools(child).ids()).toHaveLength(2)
    expect(discoverTools(parent).ids()).toHaveLength(1)
  })

  it('reports a tool that parent and child both hold', () => {
    const parent = plantContainer()
    const child = new Container({ parent })
    child.load(toolModule(ReadGauge))
    expect(() => discoverTools(child)).toThrow('in the container and its parents 2 times')
  })

  it('makes instances of a parent’s tool with the services of the child', async () => {
    const parent = plantContainer()
    const child = new Container({ parent })
    child.bind('unit').toConstantValue('psi')
    expect(await discoverTools(child).dispatch('plant/read', {})).toMatchObject({ value: 'psi' })
    expect(await discoverTools(parent).dispatch('plant/read', {})).toMatchObject({ value: 'none' })
  })
})
