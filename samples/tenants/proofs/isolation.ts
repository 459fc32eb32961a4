import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { tenants } from '../database/seed.js'
import type { ShelfReport } from '../tools/report.js'
import { assertFails, cratesIn, outputOf } from './ending.js'
import type { Stage } from './stage.js'
import { trialTool } from './trial-tool.js'

/** Through every view, exactly the rows that the database keeps for the tenant. */
export async function proveOwnRows(stage: Stage): Promise<void> {
  for (const tenantId of tenants) {
    const own = await stage.schema.cratesOf(tenantId)
    assert.ok(own.length > 0 && own.every(({ tenant }) => tenant === tenantId))
    for (const view of [stage.registry, stage.clerk, stage.auditor]) {
      const seen = await cratesIn(view.dispatch('warehouse/find_crates', {}, { tenantId }))
      assert.deepEqual(seen, own)
    }
    const report = stage.auditor.dispatch('warehouse/report', {}, { tenantId })
    const shelves = (await outputOf(report)) as readonly ShelfReport[]
    assert.deepEqual(
      shelves.flatMap(({ crates }) => crates),
      own,
    )
  }
}

/** A view reaches what it was given, inside a call too. */
export async function proveNarrowViews({ registry, clerk, auditor }: Stage): Promise<void> {
  const tenant = { tenantId: 'north' }
  const unknown = { code: 'UNKNOWN_TOOL', disposition: 'did-not-happen' } as const
  const crate = { code: 'north-extra', shelf: 'A-1', items: 1 }
  await assertFails(clerk.dispatch('warehouse/report', {}, tenant), unknown)
  await assertFails(auditor.dispatch('warehouse/add_crate', crate, tenant), unknown)
  const reportOnly = registry.restrictTo(['warehouse/report'])
  const undone = { code: 'TOOL_FAILED', disposition: 'did-not-happen' } as const
  await assertFails(reportOnly.dispatch('warehouse/report', {}, tenant), undone)
}

/** Neither a call that says no tenant nor a connection outside a call sees or writes a row. */
export async function proveNothingWithoutTenant({ registry, database }: Stage): Promise<void> {
  assert.deepEqual(await cratesIn(registry.dispatch('warehouse/find_crates', {})), [])
  const crate = { code: 'stray', shelf: 'A-1', items: 1 }
  const doubtful = { code: 'TOOL_FAILED', disposition: 'in-doubt' } as const
  await assertFails(registry.dispatch('warehouse/add_crate', crate), doubtful)
  const connection = await database.connect()
  try {
    assert.deepEqual((await connection.query('SELECT * FROM crates')).rows, [])
    await assert.rejects(connection.query(insertStray), { code: insufficientPrivilege })
  } finally {
    connection.release()
  }
}

const insertStray = `INSERT INTO crates (code, shelf, items) VALUES ('stray', 'A-1', 1)`

/** The code with which PostgreSQL refuses a row that a policy does not let in. */
const insufficientPrivilege = '42501'

/** Policies bind the role: it is no owner, no superuser, and cannot name the column of the tenant. */
export async function proveLeastPrivilege({ database }: Stage): Promise<void> {
  const connection = await database.connect()
  try {
    const { rows } = await connection.query(selectPrivileges)
    assert.deepEqual(rows, [{ bypasses: false, owned: 0, forced: 2, names_tenant: false }])
  } finally {
    connection.release()
  }
}

const selectPrivileges = `
  SELECT
    (SELECT rolsuper OR rolbypassrls OR rolcreaterole FROM pg_roles WHERE rolname = current_user)
      AS bypasses,
    (SELECT count(*)::integer FROM pg_class WHERE relowner = current_user::regrole) AS owned,
    (SELECT count(*)::integer FROM pg_class
      WHERE oid IN ('crates'::regclass, 'shelves'::regclass)
        AND relrowsecurity AND relforcerowsecurity) AS forced,
    has_column_privilege('crates', 'tenant_id', 'INSERT, UPDATE') AS names_tenant`

/** A body cannot reach over, and what it left behind does not reach whoever has the connection next. */
export async function proveOwnConnection({ registry, database }: Stage): Promise<void> {
  let left: Promise<unknown> = Promise.resolve()
  const end = new EventEmitter()
  const overreaching = trialTool({
    name: 'overreach',
    body: async () => {
      const call = registry.dispatch('warehouse/find_crates', {}, { tenantId: 'south' })
      await assertFails(call, { code: 'REFUSED', disposition: 'did-not-happen' })
      left = once(end, 'end').then(() => database.query('SELECT 1'))
      return 'done'
    },
  })
  await registry.register(overreaching).dispatch('trial/overreach', {}, { tenantId: 'north' })
  end.emit('end')
  await assert.rejects(left, /it has ended/)
}
