// #region tool
import { tool } from '@langchain/core/tools'
import { interrupt } from '@langchain/langgraph'
import { z } from 'zod'

import { Shop } from '../shop.js'

const shop = new Shop()

export const refund = tool(
  ({ order, cents }) => {
    if (interrupt({ order, cents }) !== true) return 'Nobody approved of it.'
    const left = shop.refund(order, cents)
    if (left !== undefined) return { left }
    throw new Error('So much was not paid.')
  },
  {
    name: 'refund',
    description: 'Pay back an order.',
    schema: z.object({
      order: z.string().min(1).max(20).describe('Number of the order.'),
      cents: z.int().min(1).describe('Amount in cents.'),
    }),
  },
)
// #endregion tool
