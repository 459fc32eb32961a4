import type { LockWait } from './lock-wait.js'
import { createFile } from './create-file.js'
import { prepareFile } from './prepare-file.js'
import { schemaMigrations } from './schema-migrations.js'
import { findSqliteBinding, type SqliteBinding } from './sqlite-binding.js'
import { SqliteConnection } from './sqlite-connection.js'
import { toFault } from './sqlite-fault.js'
import type { SqliteHandle } from './sqlite-handle.js'

/** A journal file, opened when it is first needed and again after a failure that a new connection may not have. */
export class SqliteFile {
  readonly #path: string
  readonly #name: string
  readonly #given: SqliteHandle | undefined
  readonly #openNew: SqliteBinding
  #connection: SqliteConnection | undefined

  /** @throws DefinitionError where no handle is given and there is no binding. */
  constructor(path: string, name: string, handle: SqliteHandle | undefined) {
    this.#path = path
    this.#name = name
    this.#given = handle
    this.#openNew = handle === undefined ? findSqliteBinding() : () => handle
  }

  /** @throws JournalFault when it cannot be opened, or is no journal that this release can use. */
  async connect(lock: LockWait, askedAtMs: number): Promise<SqliteConnection> {
    if (this.#connection?.isSound === false) this.#letGo()
    this.#connection ??= await this.#open(lock, askedAtMs)
    return this.#connection
  }

  /** @throws JournalFault when the driver refuses to. */
  close(): void {
    const open = this.#connection ?? this.#given
    this.#connection = undefined
    try {
      open?.close()
    } catch (error) {
      throw toFault(this.#name, error)
    }
  }

  async #open(lock: LockWait, askedAtMs: number): Promise<SqliteConnection> {
    const handle = await this.#handle()
    try {
      await lock.until(() => prepareFile(handle, this.#name, schemaMigrations), askedAtMs)
      return new SqliteConnection(handle, this.#name)
    } catch (fault) {
      if (this.#given === undefined) closeQuietly(handle)
      throw fault
    }
  }

  async #handle(): Promise<SqliteHandle> {
    if (this.#given === undefined) await createFile(this.#path, this.#name)
    try {
      return this.#openNew(this.#path)
    } catch (error) {
      throw toFault(this.#name, error)
    }
  }

  /** A handle that was given cannot be had again; its failure may pass. */
  #letGo(): void {
    const connection = this.#connection
    this.#connection = undefined
    if (this.#given === undefined && connection !== undefined) closeQuietly(connection)
  }
}

/** What failed already is told; that it does not even close adds nothing. */
function closeQuietly(open: { close(): unknown }): void {
  try {
    open.close()
  } catch {
    // See above.
  }
}
