import { onTestFinished } from 'vitest'

import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { sqliteJournal } from '../../../src/journal/journals/sqlite-journal.js'
import { findSqliteBinding } from '../../../src/journal/store/sqlite/sqlite-binding.js'
import type { SqliteHandle } from '../../../src/journal/store/sqlite/sqlite-handle.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolEvent } from '../../../src/tools/tool-event.js'
import type { ToolLayer } from '../../../src/tools/tool-layer.js'

/** What goes wrong with a journal file, and how it passes. */
export interface Fault {
  begin(): void
  end(): void
}

export type FaultName = 'full' | 'read-only' | 'locked' | 'failing disk'

/** A SQLite journal on a file of which anything can be made to go wrong. */
export function faultyJournal(path: string, { leaseMs = 30_000, busyTimeoutMs = 40 } = {}) {
  const database = findSqliteBinding()(path)
  const other = findSqliteBinding()(path)
  other.exec('PRAGMA busy_timeout = 0')
  onTestFinished(() => void other.close())
  let commitFails = false
  const handle: SqliteHandle = {
    exec(sql) {
      if (sql === 'COMMIT' && commitFails) throw Object.assign(new Error('no'), fsyncFailed)
      return database.exec(sql)
    },
    prepare: (sql) => database.prepare(sql),
    close: () => database.close(),
  }
  const failCommits = (fails: boolean) => () => {
    commitFails = fails
  }
  const journal = sqliteJournal({ path, handle, busyTimeoutMs, leaseMs, quietMs: 0 })
  onTestFinished(() => journal.close())
  return {
    journal,
    faults: {
      ...sqlFaults(database, other),
      'failing disk': {
        begin: failCommits(true),
        end: failCommits(false),
      },
    } satisfies Record<FaultName, Fault>,
  }
}

const fsyncFailed = { code: 'SQLITE_IOERR_FSYNC', rawCode: 10, errcode: 10 }

function sqlFaults(database: SqliteHandle, other: SqliteHandle) {
  const on = (handle: SqliteHandle, sql: string) => () => void handle.exec(sql)
  return {
    // SQLite takes fewer pages than there are for as many as there are.
    full: {
      begin: on(database, 'PRAGMA max_page_count = 1'),
      end: on(database, 'PRAGMA max_page_count = 1000000'),
    },
    'read-only': {
      begin: on(database, 'PRAGMA query_only = ON'),
      end: on(database, 'PRAGMA query_only = OFF'),
    },
    locked: { begin: on(other, 'BEGIN IMMEDIATE'), end: on(other, 'ROLLBACK') },
  }
}

interface Bank {
  readonly journal: Journal
  /** Layers inside of the one that keeps the records. */
  readonly inner?: readonly ToolLayer[]
}

/** More than a page of a file that has no room can take. */
export const muchText = 'x'.repeat(100_000)

/** A registry with one tool, `bank/pay`, keyed by `id`, over a journal; `events` is what its calls report. */
export function bankOn(
  { journal, inner = [] }: Bank,
  options: Partial<DefineToolOptions<{ id: string }>> & Pick<DefineToolOptions, 'call'>,
) {
  const pay = defineTool<{ id: string }>({
    ...{ server: 'bank', name: 'pay', description: 'Pays.', idempotencyKey: 'id' },
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, note: { type: 'string', default: muchText } },
      required: ['id'],
    },
    ...options,
  })
  const events: ToolEvent[] = []
  const bare = inner.reduce((to, layer) => to.layer(layer), ToolRegistry.empty().register(pay))
  const registry = bare.layer(new IdempotencyLayer(journal)).observe((event) => events.push(event))
  const dispatch = (id: string) => registry.dispatch('bank/pay', { id })
  return { registry, events, pay: dispatch }
}
