import assert from 'node:assert/strict'
import type { TenantDatabase } from '../database/tenant-database.js'
import type { Stage } from './stage.js'

/** Writes a row in the transaction of the call this runs in. */
export async function writeCrate(database: TenantDatabase, code: string): Promise<void> {
  await database.query(`INSERT INTO crates (code, shelf, items) VALUES ($1, 'A-1', 1)`, [code])
}

/** @throws Error unless, of the crates of these codes, exactly those that must be are in the warehouse. */
export async function assertKept(
  { schema }: Stage,
  expected: Readonly<Record<string, boolean>>,
): Promise<void> {
  const kept = new Set((await schema.cratesOf('north')).map(({ code }) => code))
  const found = Object.keys(expected).map((code) => [code, kept.has(code)] as const)
  assert.deepEqual(Object.fromEntries(found), expected)
}
