import { JournalFault } from '../record-store.js'
import { applicationId } from './schema-migrations.js'
import type { SqliteHandle } from './sqlite-handle.js'

/**
 * Makes an open database a journal of the latest schema, or finds that it is one. Several processes may do so at once:
 * throws what the driver throws where another one is at it, and may be called again then.
 *
 * @throws JournalFault for a file of something else, of a newer release, or on a file system without shared memory.
 */
export function prepareFile(
  handle: SqliteHandle,
  name: string,
  migrations: readonly string[],
): void {
  // Waiting inside SQLite would stop the event loop, and the heartbeats with it.
  handle.exec('PRAGMA busy_timeout = 0')
  // Before anything is written to what may be someone else's file.
  const version = lookAtVersion(handle, name, migrations.length)
  switchToWal(handle, name)
  handle.exec('PRAGMA synchronous = FULL')
  if (version < migrations.length) migrate(handle, name, migrations)
}

function switchToWal(handle: SqliteHandle, name: string): void {
  if (readPragma(handle, 'journal_mode') === 'wal') return
  if (readPragma(handle, 'journal_mode = WAL') === 'wal') return
  throw new JournalFault(
    `${name}: its file system does not carry a write-ahead log, or the database is in memory. ` +
      'Keep the journal in a file on a local disk.',
  )
}

function migrate(handle: SqliteHandle, name: string, migrations: readonly string[]): void {
  handle.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have been first.
    const version = readVersion(handle, name, migrations.length)
    for (const migration of migrations.slice(version)) handle.exec(migration)
    handle.exec(`PRAGMA application_id = ${applicationId.toString()}`)
    handle.exec(`PRAGMA user_version = ${migrations.length.toString()}`)
    handle.exec('COMMIT')
  } catch (error) {
    rollBack(handle)
    throw error
  }
}

/** Ends a failed transaction. SQLite has ended it by itself after some failures, and refuses to do it again. */
export function rollBack(handle: SqliteHandle): void {
  try {
    handle.exec('ROLLBACK')
  } catch {
    // What matters is the failure that led here.
  }
}

/** In one transaction: between two looks, another process may make the journal. */
function lookAtVersion(handle: SqliteHandle, name: string, latest: number): number {
  handle.exec('BEGIN')
  try {
    return readVersion(handle, name, latest)
  } finally {
    rollBack(handle)
  }
}

/** The version of the schema; 0 for a file with nothing in it. */
function readVersion(handle: SqliteHandle, name: string, latest: number): number {
  const owner = readPragma(handle, 'application_id')
  if (owner === 0 && isEmpty(handle)) return 0
  if (owner !== applicationId) {
    throw new JournalFault(
      `${name}: the file is a SQLite database of something else. Give the path of a journal, or of a new file.`,
    )
  }
  const version = Number(readPragma(handle, 'user_version'))
  if (version <= latest) return version
  throw new JournalFault(
    `${name}: a newer release of this package wrote the file: expected schema ${latest.toString()} or older, ` +
      `found ${version.toString()}. Upgrade the package here, too.`,
  )
}

function isEmpty(handle: SqliteHandle): boolean {
  return handle.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all().length === 0
}

function readPragma(handle: SqliteHandle, pragma: string): unknown {
  const [row] = handle.prepare(`PRAGMA ${pragma}`).all()
  return Object.values(row as object)[0]
}
