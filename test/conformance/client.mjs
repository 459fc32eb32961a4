// Calls whatever the server of a scenario offers, as a user of this package would write it.
import { argv, env } from 'node:process'

import { ToolError, ToolRegistry } from 'tallystick'
import { IdempotencyLayer, memoryJournal } from 'tallystick/journal'
import { mcpTools } from 'tallystick/mcp'

const revision = env.MCP_CONFORMANCE_PROTOCOL_VERSION
const { toolCalls } = JSON.parse(env.MCP_CONFORMANCE_CONTEXT ?? '{}')

const tools = await mcpTools({
  server: 'far',
  transport: { url: argv.at(-1) },
  protocol: revision === '2026-07-28' ? revision : '2025',
  report: ({ message }) => console.error(message),
})
const registry = ToolRegistry.empty()
  .register(...tools)
  .layer(new IdempotencyLayer(memoryJournal()))

// All that are known are called at once, so that none of them can be mistaken for another one.
const calls =
  toolCalls ??
  tools.map(({ id, inputSchema }) => ({ name: id.name, arguments: sample(inputSchema) }))
await Promise.all(calls.map(call))
await tools.close()

/** Calls a tool, and answers what its server asks until the call has ended. */
async function call({ name, arguments: args }) {
  try {
    let outcome = await registry.dispatch(`far/${name}`, argumentsFor(name, args))
    while (outcome.status === 'suspended') {
      const { id, inputSchema } = outcome.suspension
      outcome = await registry.resume(id, sample(inputSchema))
    }
    console.error(name, outcome.value)
  } catch (error) {
    if (!ToolError.is(error)) throw error
    console.error(name, error.code, error.modelText)
  }
}

/** One scenario wants to read the schema of a tool as this side knows it. */
function argumentsFor(name, args) {
  if (name !== 'json_schema_echo') return args
  return { schema: registry.get('far/json_schema_2020_12_tool').inputSchema }
}

/** Something that a schema of plain properties takes. */
function sample({ type, properties = {}, enum: choices, default: preset }) {
  if (preset !== undefined) return preset
  if (choices !== undefined) return choices[0]
  switch (type) {
    case 'object': {
      const entries = Object.entries(properties)
      return Object.fromEntries(entries.map(([key, schema]) => [key, sample(schema)]))
    }
    case 'array':
      return []
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'x'
  }
}
