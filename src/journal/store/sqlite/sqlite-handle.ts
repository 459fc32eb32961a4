/** What a column or a parameter may hold here. */
export type SqlValue = string | number | null

/** A row by the names of its columns. */
export type SqlRow = Readonly<Record<string, unknown>>

/** A prepared statement, as far as the journal uses one. */
export interface SqliteStatement {
  /** Carries it out. */
  run(...values: SqlValue[]): unknown
  /** All rows it gives. */
  all(...values: SqlValue[]): unknown[]
}

/**
 * An open SQLite database: what `DatabaseSync` of node:sqlite, libsql and better-sqlite3 have in common. Pass one to
 * choose the binding yourself.
 */
export interface SqliteHandle {
  /** Carries out statements that give no rows. */
  exec(sql: string): unknown
  /** Prepares one statement, to be used again and again. */
  prepare(sql: string): SqliteStatement
  /** Releases the file. */
  close(): unknown
}
