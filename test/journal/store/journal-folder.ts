import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

import { createSqliteStore } from '../../../src/journal/store/sqlite/sqlite-store.js'
import { findSqliteBinding } from '../../../src/journal/store/sqlite/sqlite-binding.js'
import type { SqliteHandle } from '../../../src/journal/store/sqlite/sqlite-handle.js'
import type { SqliteStoreOptions } from '../../../src/journal/store/sqlite/sqlite-options.js'
import type { RecordStore } from '../../../src/journal/store/record-store.js'

/** A fresh folder for each test, and what is open in it. */
export class JournalFolder {
  path = ''
  readonly #open: { close(): unknown }[] = []

  constructor() {
    beforeEach(() => {
      this.path = mkdtempSync(join(tmpdir(), 'journal-'))
    })
    afterEach(async () => {
      await Promise.allSettled(this.#open.splice(0).map(async (open) => open.close()))
      rmSync(this.path, { recursive: true })
    })
  }

  file(name = 'journal.db'): string {
    return join(this.path, name)
  }

  store(options: Partial<SqliteStoreOptions> = {}): RecordStore {
    const store = createSqliteStore({ path: this.file(), ...options })
    this.#open.push(store)
    return store
  }

  /** The file as SQLite has it. */
  database(name?: string): SqliteHandle {
    const handle = findSqliteBinding()(this.file(name))
    this.#open.push(handle)
    return handle
  }
}

/** The one value that a query gives. */
export function valueOf(handle: SqliteHandle, sql: string): unknown {
  const [row] = handle.prepare(sql).all()
  return Object.values(row as object)[0]
}
