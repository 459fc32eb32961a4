import assert from 'node:assert/strict'
import { assertFails } from './ending.js'
import type { Stage } from './stage.js'
import { trialTool } from './trial-tool.js'
import { assertKept, writeCrate } from './write-crate.js'

const inDoubt = { code: 'TOOL_FAILED', disposition: 'in-doubt' } as const

/** The shelf is looked up at COMMIT, when the body has returned already. */
export async function proveDeferredConstraint({ registry, schema }: Stage): Promise<void> {
  const before = await schema.cratesOf('north')
  const input = { code: 'north-B-2-3', shelf: 'Z-9' }
  const call = registry.dispatch('warehouse/move_crate', input, { tenantId: 'north' })
  await assertFails(call, inDoubt)
  assert.deepEqual(await schema.cratesOf('north'), before)
}

/** A body that hides the error of a statement: PostgreSQL answers its COMMIT with ROLLBACK, and no error. */
export async function proveAbortedTransaction(stage: Stage): Promise<void> {
  const { database, registry } = stage
  const body = async (): Promise<string> => {
    await writeCrate(database, 'north-hidden')
    await database.query('SELECT 1 / 0').catch(() => undefined)
    return 'done'
  }
  const hiding = registry.register(trialTool({ name: 'hide', body }))
  await assertFails(hiding.dispatch('trial/hide', {}, { tenantId: 'north' }), inDoubt)
  await assertKept(stage, { 'north-hidden': false })
}
