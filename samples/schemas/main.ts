import 'reflect-metadata'
import assert from 'node:assert/strict'

import { Container } from 'inversify'
import {
  discoverTools,
  forAnthropic,
  forGemini,
  forMcp,
  forOpenAi,
  projectTools,
  toolModule,
} from 'tallystick'

import { FindOrders } from './find-orders.js'
import { PlaceOrder } from './place-order.js'

const container = new Container()
container.load(toolModule(PlaceOrder, FindOrders))
const registry = discoverTools(container)
const [find, place] = registry.descriptors()
assert(find && place)

show('The schema that calls are held to', place.inputSchema)

// #region projections
const targets = [
  forOpenAi(),
  forOpenAi({ strict: true }),
  forAnthropic(),
  forGemini(),
  forMcp({ revision: '2026-07-28' }),
]
for (const projection of targets) {
  const { schema, strict, losses } = projection.project(place.inputSchema)
  show(`${projection.target}${strict ? ', held to the schema' : ''}`, schema)
  for (const { kind, path, message } of losses) console.log(`  ${kind} ${path}: ${message}`)
}
// #endregion projections

// #region from-model
const strict = forOpenAi({ strict: true }).project(find.inputSchema)
const input = strict.fromModel({
  words: 'lamp',
  since: null, // a strict schema has every property; null stands for an absent one
  shop: null, // null of its own: the class has @Nullable
  limit: null,
})
const outcome = await registry.dispatch('orders/find', input)
// #endregion from-model

// #region project-tools
const { tools, dropped } = projectTools(registry.descriptors(), forOpenAi({ strict: true }))
for (const tool of tools) console.log(`\n${tool.name}: ${tool.strict ? 'strict' : 'not strict'}`)
// #endregion project-tools

// #region request
const entries = tools.map(({ tool, name, note, schema, strict: held }) => ({
  type: 'function',
  name,
  description: note === undefined ? tool.description : `${tool.description} ${note}`,
  parameters: schema,
  strict: held,
}))

const call = { call_id: 'call-1', name: 'orders__find', arguments: '{"words":"lamp","since":null,"shop":"A","limit":5}' }
const { id } = registry.resolve(call.name) // UNKNOWN_TOOL for a name that a model made up
const offered = tools.find(({ name }) => name === call.name)
const sent: unknown = JSON.parse(call.arguments)
const answer = await registry.dispatch(id, offered ? offered.fromModel(sent) : sent, {
  callId: call.call_id,
})
// #endregion request

assert.deepEqual(input, { words: 'lamp', shop: null })
assert.deepEqual(outcome, { status: 'output', value: { since: false, shop: null, limit: 20 } })
assert.deepEqual(
  tools.map((tool) => [tool.name, tool.strict]),
  [
    ['orders__find', true],
    ['orders__place', false], // its free map is outside the strict subset
  ],
)
assert.deepEqual(dropped, [])
assert.deepEqual(
  entries.map((entry) => [entry.name, entry.description, entry.strict]),
  [
    ['orders__find', 'Find orders.', true],
    ['orders__place', 'Place an order for a customer.', false],
  ],
)
assert.deepEqual(answer, { status: 'output', value: { since: false, shop: 'A', limit: 5 } })

function show(title: string, schema: object): void {
  console.log(`\n== ${title}\n${JSON.stringify(schema, undefined, 2)}`)
}
