import { z } from 'zod'
import { placeOrder, placeOrderSchema } from '../../place-order.js'
import type { CreateContestant } from '../contestant.js'

export const zod: CreateContestant = () => ({
  call(input) {
    const parsed = placeOrderSchema.safeParse(input)
    return parsed.success ? placeOrder(parsed.data) : z.prettifyError(parsed.error)
  },
})

/** The same from a text. */
export const zodText: CreateContestant = () => ({
  call(input) {
    const parsed = placeOrderSchema.safeParse(JSON.parse(input as string))
    return parsed.success ? placeOrder(parsed.data) : z.prettifyError(parsed.error)
  },
})
