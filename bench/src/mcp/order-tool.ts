import { Container } from 'inversify'
import { discoverTools, toolModule } from '../../../dist/index.js'
import { PlaceOrder } from '../place-order.js'

const container = new Container()
container.load(toolModule(PlaceOrder))

/** One tool, no layer, no sink. */
export const registry = discoverTools(container)
