// Pays every one of many keys, together with other processes that pay the same ones, and says what each came to.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { ToolError } from '../../../src/errors/tool-error.js'
import { sqliteJournal } from '../../../src/journal/journals/sqlite-journal.js'
import { openBank } from '../crash/bank.js'
import { Witness } from '../crash/witness.js'
import type { HammerSaid, HammerTask } from './hammer-task.js'

const { path, witnessPath, keys, waitMs } = JSON.parse(process.argv[2] ?? '') as HammerTask
const journal = sqliteJournal({ path, busyTimeoutMs: 60_000, leaseMs: 600_000 })
const witness = new Witness(witnessPath)
// Long enough for the others to meet the call while it runs: they come to the keys in the same order.
const registry = openBank({ journal, witness, looks: false, waitMs, bodyMs: 30 })

function say(said: HammerSaid): void {
  process.stdout.write(`${JSON.stringify(said)}\n`)
}

/** Asks again as long as another process is at it. */
async function pay(id: string): Promise<unknown> {
  for (;;) {
    try {
      const outcome = await registry.dispatch('bank/pay', { id })
      return outcome.status === 'output' ? outcome.value : outcome.status
    } catch (error) {
      if (!ToolError.is(error)) throw error
      if (error.code !== 'IN_FLIGHT') return error.code
    }
    await sleep(5)
  }
}

async function payAll(left: string[], outcomes: Record<string, unknown>): Promise<void> {
  for (let id = left.pop(); id !== undefined; id = left.pop()) outcomes[id] = await pay(id)
}

// The file is open by then, so that all of them begin at the same moment.
await journal.list()
say({ event: 'ready' })
await once(process.stdin, 'data')
const left = [...keys]
const outcomes: Record<string, unknown> = {}
await Promise.all(Array.from({ length: 20 }, () => payAll(left, outcomes)))
say({ event: 'done', outcomes })
await journal.close()
process.stdin.destroy()
