import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'

import { defineTool, ToolRegistry } from 'tallystick'
import { bindManifest, checkManifest, loadContracts, loadManifest } from 'tallystick/manifest'

const find = defineTool({
  server: 'tickets',
  name: 'find',
  description: 'Find tickets by words.',
  mutates: false,
  inputSchema: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
  call: ({ words }: { words: string }) => [`T-1 about ${words}`],
})
const close = defineTool({
  server: 'tickets',
  name: 'close',
  description: 'Close a ticket.',
  groups: ['support'],
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  call: ({ id }: { id: string }) => `${id} is closed`,
})
const registry = ToolRegistry.empty().register(find, close)

// #region bind
const path = fileURLToPath(new URL('../reviewed.yaml', import.meta.url))
const manifest = await loadManifest(path)
const contracts = await loadContracts(path) // reviewed.contracts.json beside it; empty without one
const bound = bindManifest(registry, manifest, { contracts }) // throws every disagreement
const reader = bound.forAgent('reader') // the tools of one agent
// #endregion bind

// #region select
const writers = registry.select(['@server:tickets', '-@readonly', 'tickets/reopen?'])
for (const { id, grantedBy, excludedBy } of registry.explain(['@all', '-@readonly'])) {
  console.log(id, grantedBy, excludedBy)
}
// #endregion select

// #region dispatch-all
const turn = { tenantId: 'acme', runId: 'run-1' }
const results = await registry.dispatchAll([
  { tool: 'tickets__find', input: { words: 'lamp' }, context: { ...turn, callId: 'call-1' } },
  { tool: 'tickets__close', input: {}, context: { ...turn, callId: 'call-2' } },
])
for (const result of results) {
  console.log(result.status === 'fulfilled' ? result.value : result.reason)
}
// #endregion dispatch-all

assert.deepEqual(checkManifest(registry, manifest), [])
assert.deepEqual(reader.ids().map(String), ['tickets/find'])
assert.equal(reader.descriptors()[0]?.description, 'Find tickets by words. Read before you answer.')
await assert.rejects(reader.dispatch('tickets/close', { id: 'T-1' }), { code: 'UNKNOWN_TOOL' })
assert.deepEqual(writers.ids().map(String), ['tickets/close'])
assert.deepEqual(
  results.map(({ status }) => status),
  ['fulfilled', 'rejected'],
)
