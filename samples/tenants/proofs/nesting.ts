import assert from 'node:assert/strict'
import type { ToolContext } from 'tallystick'
import { seedShelves } from '../database/seed.js'
import { assertFails, outputOf } from './ending.js'
import type { Stage } from './stage.js'
import { trialTool } from './trial-tool.js'
import { assertKept, writeCrate } from './write-crate.js'

/** Calls that need a second connection while they hold the first would wait for each other for ever. */
export async function proveOneConnection({ open }: Stage): Promise<void> {
  const { auditor, close } = open(1)
  try {
    const calls = Array.from({ length: 8 }, (_, number) =>
      auditor.dispatch('warehouse/report', {}, { tenantId: number % 2 ? 'north' : 'south' }),
    )
    const reports = (await Promise.all(calls.map(outputOf))) as readonly unknown[][]
    assert.ok(reports.every(({ length }) => length === seedShelves.length))
  } finally {
    await close()
  }
}

/** Of four nested calls at once, two of which fail, and a statement between them, exactly the failed ones are undone. */
export async function proveNestedUndo(stage: Stage): Promise<void> {
  const codes = [0, 1, 2, 3].map((number) => `north-nested-${number}`)
  await runNested(stage, codes, async () => 'done')
  await assertKept(stage, {
    'north-nested-0': true,
    'north-nested-1': false,
    'north-nested-2': true,
    'north-nested-3': false,
    'north-nested-0-outer': true,
  })
}

/** What nested calls wrote belongs to the transaction of the call around them. */
export async function proveOuterUndo(stage: Stage): Promise<void> {
  const call = runNested(stage, ['north-gone-0'], async () => {
    throw new TypeError('unforeseen')
  })
  await assertFails(call, { code: 'TOOL_FAILED', disposition: 'in-doubt' })
  await assertKept(stage, { 'north-gone-0': false, 'north-gone-0-outer': false })
}

/** Each nested call writes; the second then throws, the fourth hides that a statement failed. */
async function runNested(
  { registry, database }: Stage,
  codes: readonly string[],
  end: () => Promise<string>,
): Promise<void> {
  const nested = codes.map((code, number) => {
    const body = async (): Promise<string> => {
      await writeCrate(database, code)
      if (number === 1) throw new TypeError('unforeseen')
      if (number === 3) await database.query('SELECT 1 / 0').catch(() => undefined)
      return 'done'
    }
    return trialTool({ name: `nested_${number}`, body })
  })
  const body = async (context: ToolContext): Promise<string> => {
    const calls = nested.map(({ id }) => context.dispatch(id, {}))
    await Promise.allSettled([...calls, writeCrate(database, `${codes[0] ?? ''}-outer`)])
    return end()
  }
  const outer = trialTool({ name: 'outer', body })
  await registry.register(...nested, outer).dispatch('trial/outer', {}, { tenantId: 'north' })
}
