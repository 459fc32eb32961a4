import assert from 'node:assert/strict'
import { ScopedToolLayer, ToolRegistry, type ToolLayer } from 'tallystick'
import type { Stage } from './stage.js'
import { trialTool } from './trial-tool.js'

const selectTenant = `SELECT current_setting('warehouse.tenant', true) AS tenant`

/** Looked at before and after an await of the body, in its `finally`, and in layers on the way back. */
export async function proveState({ database, scope }: Stage): Promise<void> {
  const seen: string[] = []
  const look = async (where: string): Promise<void> => {
    const found = await database.query<{ readonly tenant: string }>(selectTenant).catch(() => [])
    seen.push(`${where}: ${found[0]?.tenant ?? 'none'}`)
  }
  const body = async (): Promise<string> => {
    try {
      await look('body')
      return 'done'
    } finally {
      await look('finally')
    }
  }
  const registry = ToolRegistry.empty()
    .register(trialTool({ name: 'look', body }))
    .layer(lookingLayer('inside', look))
    .layer(new ScopedToolLayer(scope))
    .layer(lookingLayer('outside', look))
  await registry.dispatch('trial/look', {}, { tenantId: 'north' })
  await look('after')
  const inside = ['body: north', 'finally: north', 'inside: north']
  assert.deepEqual(seen, [...inside, 'outside: none', 'after: none'])
}

function lookingLayer(name: string, look: (where: string) => Promise<void>): ToolLayer {
  return { name, handle: (call, next) => next(call).finally(() => look(name)) }
}

/** Every connection of the pool, taken at once after calls of both tenants, kept and undone ones. */
export async function proveCleanPool({ database, registry, connections }: Stage): Promise<void> {
  const calls = Array.from({ length: 4 * connections }, (_, number) => {
    const input = { code: number % 3 ? 'nowhere' : 'north-A-2-2', shelf: 'A-2' }
    const tenantId = number % 2 ? 'north' : 'south'
    return registry.dispatch('warehouse/move_crate', input, { tenantId })
  })
  await Promise.allSettled(calls)
  const taken = await Promise.all(Array.from({ length: connections }, () => database.connect()))
  try {
    for (const connection of taken) {
      const { rows } = await connection.query<{ readonly tenant: string | null }>(selectTenant)
      assert.ok(rows.every(({ tenant }) => tenant === null || tenant === ''))
    }
  } finally {
    for (const connection of taken) connection.release()
  }
}
