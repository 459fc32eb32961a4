import type * as ServerModule from '../../samples/tenants/database/find-server.js'
import type { WarehouseAppOptions } from '../../samples/tenants/app.js'
import type * as ProofsModule from '../../samples/tenants/proofs/proofs.js'
import type * as StageModule from '../../samples/tenants/proofs/stage.js'
import type { Stage } from '../../samples/tenants/proofs/stage.js'

/** The sample as tsc compiled it: types come from its sources, code from here. */
export const compiledTenants = new URL('../../samples/tenants/dist/', import.meta.url)

async function importCompiled(path: string): Promise<unknown> {
  return import(new URL(path, compiledTenants).href)
}

/** How the sample finds its database. */
export const servers = (await importCompiled('database/find-server.js')) as typeof ServerModule

/** Every proof of the sample. */
export const { proofs } = (await importCompiled('proofs/proofs.js')) as typeof ProofsModule

const { openStage } = (await importCompiled('proofs/stage.js')) as typeof StageModule

/**
 * A stage on the database of this machine, removed when it is closed.
 * @throws Error where there is none.
 */
export async function openTestStage(scope?: WarehouseAppOptions['scope']): Promise<Stage> {
  const { admin, missing } = await servers.findServer()
  if (admin === undefined) throw new Error(missing)
  return openStage(admin, scope)
}

/** Why there is no database to test on; undefined where there is one. */
export async function findMissing(): Promise<string | undefined> {
  const { admin, missing } = await servers.findServer()
  await admin?.end()
  return missing
}

/** The roles and schemas of stages that the server has now. */
export async function findTraces(): Promise<readonly unknown[]> {
  const { admin } = await servers.findServer()
  const { rows } = (await admin?.query(selectTraces)) ?? { rows: [] }
  await admin?.end()
  return rows
}

const selectTraces = `
  SELECT rolname AS name FROM pg_roles WHERE rolname LIKE 'tenants_%'
  UNION ALL SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tenants_%' ORDER BY name`
