import 'reflect-metadata'
import { Inject, Injectable, Module, Scope } from '@nestjs/common'
import { REQUEST } from '@nestjs/core'
import { Test } from '@nestjs/testing'
import { IsInt, IsString } from 'class-validator'
import { describe, expect, it } from 'vitest'
import { Tool } from '../../src/index.js'
import { ToolsModule } from '../../src/nestjs/index.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { ToolContext } from '../../src/tools/tool-context.js'

@Injectable()
class Orders {
  readonly placed: string[] = []
  place(tenant: string, sku: string, quantity: number) {
    this.placed.push(`${tenant}:${sku}x${quantity}`)
    return this.placed.length
  }
}

@Injectable({ scope: Scope.REQUEST })
class Tenant {
  constructor(@Inject(REQUEST) private readonly call: ToolContext) {}
  get id() {
    return this.call.tenantId
  }
}

@Tool({ server: 'orders', name: 'place' })
class PlaceOrder {
  @IsString() sku!: string
  @IsInt() quantity = 1

  @Inject() private readonly orders!: Orders

  constructor(private readonly tenant: Tenant, private readonly context: ToolContext) {}

  async call() {
    await new Promise((resolve) => setImmediate(resolve))
    const number = this.orders.place(this.tenant.id, this.sku, this.quantity)
    return { number, tenant: this.tenant.id, context: this.context.tenantId, sku: this.sku }
  }
}

@Module({ imports: [ToolsModule.forFeature([PlaceOrder])], providers: [Orders, Tenant] })
class OrdersModule {}

describe('forFeature', () => {
  it('calls', async () => {
    const app = await Test.createTestingModule({
      imports: [ToolsModule.forRoot(), OrdersModule],
    }).compile()
    await app.init()
    const registry = app.get(ToolRegistry)
    expect(registry.ids().map(String)).toEqual(['orders/place'])
    console.log(JSON.stringify(registry.descriptors()))
    const results = await Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        registry.dispatch('orders/place', { sku: `s${i}` }, { tenantId: i % 2 ? 'a' : 'b' }),
      ),
    )
    for (const [i, r] of results.entries()) {
      const t = i % 2 ? 'a' : 'b'
      expect(r).toMatchObject({ value: { tenant: t, context: t, sku: `s${i}` } })
    }
    await app.close()
    await expect(registry.dispatch('orders/place', { sku: 's' })).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
