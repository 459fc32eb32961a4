import {
  openSqliteFile,
  type SqliteFile,
  type SqliteStatement,
  type SqlValue,
} from './sqlite-file.js'

/** A row as SQLite returns it. */
export type SqlRow = Readonly<Record<string, SqlValue>>

/** The SQLite file the books are kept in. */
export class Database {
  readonly #file: SqliteFile
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(file: SqliteFile) {
    this.#file = file
  }

  /** Opens the file, or creates it with empty tables. */
  static async open(path: string): Promise<Database> {
    const file = await openSqliteFile(path)
    file.exec(tables)
    return new Database(file)
  }

  run(sql: string, ...values: readonly SqlValue[]): void {
    this.#prepare(sql).run(...values)
  }

  find(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined {
    return this.#prepare(sql).get(...values) as SqlRow | undefined
  }

  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#prepare(sql).all(...values) as SqlRow[]
  }

  /** Runs the work in one transaction: all of it is kept, or, when it throws, none. */
  transaction<Result>(work: () => Result): Result {
    this.#file.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#file.exec('COMMIT')
      return result
    } catch (error) {
      this.#file.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#statements.clear()
    this.#file.close()
  }

  #prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#file.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

const tables = `
  -- Another process of the bakery may be writing just now.
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS accounts (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('asset', 'liability', 'equity', 'income', 'expense')),
    closed_on TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY,
    date TEXT NOT NULL,
    category TEXT NOT NULL,
    memo TEXT NOT NULL,
    reference TEXT UNIQUE
  ) STRICT;
  CREATE TABLE IF NOT EXISTS postings (
    entry INTEGER NOT NULL REFERENCES entries (id),
    account TEXT NOT NULL REFERENCES accounts (code),
    amount_cents INTEGER NOT NULL CHECK (amount_cents <> 0)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS postings_by_account ON postings (account);
`
