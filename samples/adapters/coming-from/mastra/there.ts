// #region tool
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'

import { Shop } from '../shop.js'

const shop = new Shop()

export const refund = createTool({
  id: 'refund',
  description: 'Pay back an order.',
  inputSchema: z.object({
    order: z.string().min(1).max(20).describe('Number of the order.'),
    cents: z.int().min(1).describe('Amount in cents.'),
  }),
  requireApproval: true,
  execute: async ({ order, cents }) => {
    const left = shop.refund(order, cents)
    if (left !== undefined) return { left }
    throw new Error('So much was not paid.')
  },
})
// #endregion tool
