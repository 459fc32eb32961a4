import { assertOptions } from '../../errors/assert-options.js'
import type { Journal } from './journal.js'
import { journalRules, type JournalOptions } from './journal-options.js'
import { createSqliteStore } from '../store/sqlite/sqlite-store.js'
import { sqliteRules, type SqliteStoreOptions } from '../store/sqlite/sqlite-options.js'
import { createJournal } from './stored-journal.js'

/** What `sqliteJournal` takes. */
export interface SqliteJournalOptions extends JournalOptions, SqliteStoreOptions {}

/**
 * A journal in one SQLite file, which several processes of one machine may use at once. What a verb wrote is on the disk
 * when its promise resolves. The file is opened by the first verb.
 *
 * @throws DefinitionError naming every option that is wrong, and where there is no binding to SQLite.
 * @example
 * ```ts
 * const journal = sqliteJournal({ path: 'calls.db' })
 * ```
 */
export function sqliteJournal(options: SqliteJournalOptions): Journal {
  assertOptions('sqliteJournal', options, { ...journalRules, ...sqliteRules })
  const { leaseMs, graceMs, quietMs, ...file } = options
  return createJournal(createSqliteStore(file), { leaseMs, graceMs, quietMs })
}
