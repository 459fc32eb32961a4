import { Container } from 'inversify'
import { discoverTools, ToolError, toolModule, type ToolRegistry } from '../../../../dist/index.js'
import { PlaceOrder } from '../../place-order.js'
import type { CreateContestant, Setting } from '../contestant.js'
import { fillerTools } from '../../filler-tools.js'

export const tallystick: CreateContestant = (setting) => {
  const registry = createRegistry(setting)
  return {
    call: (input) => registry.dispatch('shop/place_order', input).then(toText, toRefusal),
  }
}

type Outcome = Awaited<ReturnType<ToolRegistry['dispatch']>>

function toText(outcome: Outcome): string {
  return outcome.status === 'output' ? (outcome.value as string) : ''
}

function toRefusal(error: unknown): string {
  if (ToolError.is(error) && error.code === 'INVALID_ARGUMENTS') return error.modelText
  throw error
}

function createRegistry({ tools, layers, ambient }: Setting): ToolRegistry {
  const container = new Container()
  container.load(toolModule(PlaceOrder, ...fillerTools(tools - 1)))
  const bare = discoverTools(container, { ambientContext: ambient })
  return Array.from({ length: layers }, (_, index) => index).reduce(
    (registry, index) =>
      registry.layer({ name: `layer ${index}`, handle: (call, next) => next(call) }),
    bare,
  )
}
