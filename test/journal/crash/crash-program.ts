// Makes calls until it has made all of its task, or is killed. It says what it was told of each of them: what was said
// must hold ever after.
import { writeSync } from 'node:fs'

import type { Journal } from '../../../src/journal/journals/journal.js'
import { sqliteJournal } from '../../../src/journal/journals/sqlite-journal.js'
import { findSqliteBinding } from '../../../src/journal/store/sqlite/sqlite-binding.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolOutcome } from '../../../src/tools/outcome.js'
import { journalTimes, openBank } from './bank.js'
import type { CrashTask, Flow, Told } from './crash-task.js'
import { killAt, WatchedJournal } from './kill-points.js'
import { Witness } from './witness.js'

const { path, witnessPath, kill, flows } = JSON.parse(process.argv[2] ?? '') as CrashTask
const reached = killAt(kill)
const watched = new WatchedJournal(reached)
const handle = watched.handle(findSqliteBinding()(path))
const journal = watched.journal(sqliteJournal({ path, handle, ...journalTimes }))
const registry = openBank({ journal, witness: new Witness(witnessPath, reached), looks: false })

/** At once, so that what was said is out before anything else happens. */
function say(told: Told): void {
  writeSync(1, `${JSON.stringify(told)}\n`)
}

async function run({ tool, id }: Flow, at: { journal: Journal; registry: ToolRegistry }) {
  let outcome: ToolOutcome = await at.registry.dispatch(`bank/${tool}`, { id })
  if (outcome.status === 'suspended') {
    const suspensionId = outcome.suspension.id ?? ''
    say({ id, event: 'suspended', suspensionId })
    if (tool === 'transfer') {
      await at.journal.approve({ suspensionId, tenantId: 'default', by: 'ann' })
      say({ id, event: 'approved' })
    }
    outcome = await at.registry.resume(suspensionId, tool === 'ask' ? 7 : undefined)
  }
  if (outcome.status === 'output') say({ id, event: 'output', value: outcome.value })
}

await Promise.all(flows.map((flow) => run(flow, { journal, registry })))
await journal.close()
