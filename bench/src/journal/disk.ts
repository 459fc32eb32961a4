import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What the disk itself can do, to hold the journal against. */
export interface Disk {
  /** Appends 4 KiB to a file and waits for the disk, so many times. */
  append(times: number): void
  /** Inserts a small row into a SQLite table in a transaction of its own, so many times. */
  insert(times: number): void
  close(): void
}

/** The database class of `node:sqlite` or libsql, as far as it is used here. */
type Database = new (path: string) => {
  exec(sql: string): unknown
  prepare(sql: string): { run(value: string): unknown }
  close(): unknown
}

/** The disk under a folder. */
export function diskUnder(folder: string): Disk {
  const file = openSync(join(folder, 'appended'), 'a')
  const page = Buffer.alloc(4096, 1)
  const database = new (findDatabase())(join(folder, 'bare.db'))
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  database.exec('CREATE TABLE rows (text TEXT)')
  const insert = database.prepare('INSERT INTO rows VALUES (?)')
  return {
    append(times) {
      for (let n = 0; n < times; n += 1) {
        writeSync(file, page)
        fdatasyncSync(file)
      }
    },
    insert(times) {
      for (let n = 0; n < times; n += 1) insert.run('x'.repeat(500))
    },
    close() {
      closeSync(file)
      database.close()
    },
  }
}

function findDatabase(): Database {
  const builtin = process.getBuiltinModule('node:sqlite') as { DatabaseSync: Database } | undefined
  return builtin?.DatabaseSync ?? (createRequire(import.meta.url)('libsql') as Database)
}
