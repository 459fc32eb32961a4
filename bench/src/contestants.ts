import { plainToInstance } from 'class-transformer'
import { validateSync } from 'class-validator'
import { Container } from 'inversify'
import { discoverTools, toolModule } from '../../dist/index.js'
import { PlaceOrder, placeOrder, placeOrderSchema } from './place-order.js'

/** One way to check an input and call the body with it; runs a batch so that the loop is its own. */
export interface Contestant {
  readonly name: string
  run(inputs: readonly unknown[]): number | Promise<number>
}

const container = new Container()
container.load(toolModule(PlaceOrder))

/** The registry under test: one tool, no layer, no sink. */
export const registry = discoverTools(container)

const strict = { whitelist: true, forbidNonWhitelisted: true }

/** The first one is the base of all ratios. Each returns the number of characters its bodies gave. */
export const contestants: readonly Contestant[] = [
  {
    name: 'tallystick dispatch',
    async run(inputs) {
      let total = 0
      for (const input of inputs) {
        const outcome = await registry.dispatch('shop/place_order', input)
        if (outcome.status === 'output') total += (outcome.value as string).length
      }
      return total
    },
  },
  {
    name: 'plainToInstance + validateSync + call',
    run(inputs) {
      let total = 0
      for (const input of inputs) {
        const order = plainToInstance(PlaceOrder, input)
        if (validateSync(order, strict).length === 0) total += order.call().length
      }
      return total
    },
  },
  {
    name: 'zod 4 safeParse + call',
    run(inputs) {
      let total = 0
      for (const input of inputs) {
        const parsed = placeOrderSchema.safeParse(input)
        if (parsed.success) total += placeOrder(parsed.data).length
      }
      return total
    },
  },
]
