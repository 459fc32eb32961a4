import { deepStrictEqual } from 'node:assert'

// #region zod
import { defineTool, ToolRegistry, type JsonSchema } from 'tallystick'
import { z } from 'zod'

const schema = z.object({
  order: z.string().min(1).max(20).describe('Number of the order.'),
  cents: z.int().min(1).describe('Amount in cents.'),
})

const refund = defineTool<z.infer<typeof schema>>({
  server: 'shop',
  name: 'refund',
  description: 'Pay back an order.',
  inputSchema: z.toJSONSchema(schema) as JsonSchema,
  call: ({ order, cents }) => `${order}: ${cents}`,
})
// #endregion zod

const registry = ToolRegistry.empty().register(refund)
registry.verify()
const { status } = await registry.dispatch('shop/refund', { order: 'A-7', cents: 5 })
deepStrictEqual(status, 'output')
