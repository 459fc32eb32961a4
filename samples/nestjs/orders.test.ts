// #region test
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Test } from '@nestjs/testing'
import { ToolRegistry } from 'tallystick'

import { AppModule } from './app-module.js'
import { StockService } from './stock/stock-service.js'

const order = { reference: 'R-1', lines: [{ sku: 'tea', quantity: 2 }] }
const ann = { tenantId: 'north', principal: { id: 'ann', kind: 'person' } } as const
const bob = { tenantId: 'south', principal: { id: 'bob', kind: 'person' } } as const

async function startWith(counted: number) {
  const stock = { count: () => counted, take: () => undefined }
  const app = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(StockService)
    .useValue(stock)
    .compile()
  await app.init() // before this, calls are refused
  return { app, registry: app.get(ToolRegistry) }
}

test('a clerk places an order', async () => {
  const { app, registry } = await startWith(5)
  const outcome = await registry.dispatch('orders/place', order, ann)
  assert.deepEqual(outcome, {
    status: 'output',
    value: { number: 1, reference: 'R-1', lines: 1 },
  })
  await app.close()
})

test('too little stock is a failure in words for the model', async () => {
  const { app, registry } = await startWith(1)
  await assert.rejects(registry.dispatch('orders/place', order, ann), {
    code: 'TOOL_FAILED',
    disposition: 'did-not-happen',
    modelText: 'There is too little tea.',
  })
  await app.close()
})

test('a guest is refused', async () => {
  const { app, registry } = await startWith(5)
  await assert.rejects(registry.dispatch('orders/place', order, bob), { code: 'REFUSED' })
  await app.close()
})
// #endregion test

test('two tenants never see each other in interleaved calls', async () => {
  const { app, registry } = await startWith(5)
  const south = { ...ann, tenantId: 'south' }
  const place = (index: number) =>
    registry.dispatch(
      'orders/place',
      { ...order, reference: `R-${index}` },
      index % 2 ? ann : south,
    )
  await Promise.all(Array.from({ length: 100 }, (_, index) => place(index)))
  for (const [who, odd] of [[ann, 1] as const, [south, 0] as const]) {
    const listed: unknown = await registry.dispatch('orders/list', {}, who)
    const { value } = listed as {
      value: { orders: { reference: string }[] }
    }
    const numbers = value.orders.map(({ reference }) => Number(reference.slice(2)))
    assert.equal(numbers.length, 50)
    assert.ok(numbers.every((number) => number % 2 === odd))
  }
  await app.close()
})
