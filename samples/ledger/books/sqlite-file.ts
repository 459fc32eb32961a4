/** What Node's own SQLite and the package libsql have in common. */
export interface SqliteFile {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  close(): void
}

/** A prepared statement of either. */
export interface SqliteStatement {
  run(...values: readonly SqlValue[]): unknown
  get(...values: readonly SqlValue[]): unknown
  all(...values: readonly SqlValue[]): unknown[]
}

/** What is stored in a column. */
export type SqlValue = string | number | null

type SqliteFileClass = new (path: string) => SqliteFile

interface BuiltinSqlite {
  readonly DatabaseSync: SqliteFileClass
}

/** Opens a SQLite file with what the runtime has: `node:sqlite` from Node 22.13, else libsql. */
export async function openSqliteFile(path: string): Promise<SqliteFile> {
  const builtin = loadBuiltin()
  if (builtin !== undefined) return new builtin.DatabaseSync(path)
  const { default: Libsql } = await import('libsql')
  return new (Libsql as unknown as SqliteFileClass)(path)
}

/** Node 22 warns that its SQLite is experimental; that is no news for who runs this sample. */
function loadBuiltin(): BuiltinSqlite | undefined {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule('node:sqlite') as BuiltinSqlite | undefined
  } finally {
    process.emitWarning = emitWarning
  }
}
