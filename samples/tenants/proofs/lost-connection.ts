import assert from 'node:assert/strict'
import { assertFails, cratesIn } from './ending.js'
import type { Stage } from './stage.js'
import { trialTool } from './trial-tool.js'
import { assertKept, writeCrate } from './write-crate.js'

/** The server ends the connection of the body, and the pool replaces it. */
export async function proveLostConnection(stage: Stage): Promise<void> {
  const { database, registry } = stage
  const body = async (): Promise<string> => {
    await writeCrate(database, 'north-lost')
    await database.query('SELECT pg_terminate_backend(pg_backend_pid())')
    return 'done'
  }
  const losing = registry.register(trialTool({ name: 'lose', body }))
  const tenant = { tenantId: 'north' }
  const doubtful = { code: 'TOOL_FAILED', disposition: 'in-doubt' } as const
  for (let call = 0; call < 2 * stage.connections; call += 1) {
    await assertFails(losing.dispatch('trial/lose', {}, tenant), doubtful)
  }
  await assertKept(stage, { 'north-lost': false })
  const found = await cratesIn(registry.dispatch('warehouse/find_crates', {}, tenant))
  assert.ok(found.length > 0)
}

/** A pool that gives no connection: there is no BEGIN, and the body does not run. */
export async function proveNoConnection({ open }: Stage): Promise<void> {
  const { registry, close } = open(1)
  let runs = 0
  const body = async (): Promise<number> => (runs += 1)
  const counting = registry.register(trialTool({ name: 'count', body }))
  await close()
  const call = counting.dispatch('trial/count', {}, { tenantId: 'north' })
  await assertFails(call, { code: 'UNREACHABLE', disposition: 'did-not-happen' })
  assert.equal(runs, 0)
}
