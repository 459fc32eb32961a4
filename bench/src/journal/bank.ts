import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool, ToolRegistry } from '../../../dist/index.js'
import { IdempotencyLayer, sqliteJournal, type Journal } from '../../../dist/journal/index.js'

const pay = defineTool({
  ...{ server: 'bank', name: 'pay', description: 'Pays a claim.', idempotencyKey: 'claim' },
  inputSchema: {
    type: 'object',
    properties: { claim: { type: 'string' }, amount: { type: 'integer' } },
    required: ['claim', 'amount'],
  },
  call: () => ({ receipt: 'R-1' }),
})

/** The tool under test, with its calls kept in a journal, or in none. */
export function bankOn(journal?: Journal): ToolRegistry {
  const bare = ToolRegistry.empty().register(pay)
  return journal === undefined ? bare : bare.layer(new IdempotencyLayer(journal))
}

/** Pays claims `from` to `to`, so many at once, and answers how many outcomes came from the journal. */
export async function payClaims(
  registry: ToolRegistry,
  { from, to, atOnce }: { readonly from: number; readonly to: number; readonly atOnce: number },
): Promise<number> {
  let [next, replayed] = [from, 0]
  const payNext = async (): Promise<void> => {
    while (next < to) {
      const outcome = await registry.dispatch('bank/pay', { claim: `C-${next++}`, amount: 12 })
      if (outcome.status !== 'output') throw new Error('A claim was not paid.')
      if (outcome.deduplicatedFrom !== undefined) replayed += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, payNext))
  return replayed
}

/** A folder on the disk that is measured, taken away at the end. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'journal-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A journal in a file of the folder. */
export function journalIn(folder: string): Journal {
  return sqliteJournal({ path: join(folder, 'journal.db') })
}
