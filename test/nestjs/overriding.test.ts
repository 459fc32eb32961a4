import { Injectable, type CanActivate } from '@nestjs/common'
import { IsString } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { guardLayer } from '../../src/nestjs/index.js'
import { feature, start } from './start.js'

@Injectable()
class Orders {
  find = (id: string): string => `order ${id}`
}

@Tool({ server: 'orders', name: 'find', mutates: false })
class FindOrder {
  @IsString() id!: string
  constructor(private readonly orders: Orders) {}
  call() {
    return this.orders.find(this.id)
  }
}

@Injectable()
class NoGuard implements CanActivate {
  canActivate = () => false
}

const orders = feature('OrdersModule', [FindOrder], { providers: [Orders] })
const input = { id: '7' }

describe('overrideProvider', () => {
  it('puts another service into the instances of tools', async () => {
    const { call } = await start({
      imports: [orders],
      override: (module) => module.overrideProvider(Orders).useValue({ find: () => 'fake' }),
    })
    expect(await call('orders/find', input)).toBe('fake')
  })

  it.each([
    ['of forFeature', { imports: [orders] }],
    ['among providers', { providers: [Orders, FindOrder] }],
  ])('puts another class in the place of a tool %s', async (_, parts) => {
    @Injectable()
    class FakeFind {
      id!: string
      call() {
        return `fake ${this.id}`
      }
    }
    const { call } = await start({
      ...parts,
      override: (module) => module.overrideProvider(FindOrder).useClass(FakeFind),
    })
    expect(await call('orders/find', input)).toBe('fake 7')
    await expect(call('orders/find', {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
  })

  it('gives a class in the place of a tool the services of the module that provides it', async () => {
    @Injectable()
    class FakeFind {
      id!: string
      constructor(private readonly orders: Orders) {}
      call() {
        return `fake of ${this.orders.find(this.id)}`
      }
    }
    const { call } = await start({
      providers: [Orders, FindOrder],
      override: (module) => module.overrideProvider(FindOrder).useClass(FakeFind),
    })
    expect(await call('orders/find', input)).toBe('fake of order 7')
  })

  it.each([
    ['of forFeature', { imports: [orders] }],
    ['among providers', { providers: [Orders, FindOrder] }],
  ])('puts a value in the place of a tool %s, and shares no arguments', async (_, parts) => {
    const fake = {
      id: '',
      async call() {
        await Promise.resolve()
        return `fake ${this.id}`
      },
    }
    const { call } = await start({
      ...parts,
      override: (module) => module.overrideProvider(FindOrder).useValue(fake),
    })
    const values = await Promise.all(['1', '2', '3'].map((id) => call('orders/find', { id })))
    expect([...values, fake.id]).toEqual(['fake 1', 'fake 2', 'fake 3', ''])
  })

  it('puts what a factory makes in the place of a tool, each time anew', async () => {
    const factory = (real: Orders) => ({ call: () => `fake of ${real.find('x')}` })
    const { call } = await start({
      providers: [Orders, FindOrder],
      override: (module) =>
        module.overrideProvider(FindOrder).useFactory({ factory, inject: [Orders] }),
    })
    expect(await call('orders/find', input)).toBe('fake of order x')
    expect(await call('orders/find', input)).toBe('fake of order x')
  })

  it('puts another guard in the place of one that is a layer', async () => {
    const parts = {
      options: { layers: [guardLayer(NoGuard)] },
      imports: [feature('OrdersModule', [FindOrder], { providers: [Orders, NoGuard] })],
    }
    const { call } = await start({
      ...parts,
      override: (module) => module.overrideProvider(NoGuard).useValue({ canActivate: () => true }),
    })
    expect(await call('orders/find', input)).toBe('order 7')
  })
})
