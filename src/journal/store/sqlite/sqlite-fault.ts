import { JournalFault } from '../record-store.js'

/** The primary result codes of SQLite that are told apart here. */
const codes = {
  error: 1,
  permission: 3,
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  constraint: 19,
  notADatabase: 26,
} as const

/** What is wrong and what to do, by primary result code. */
const texts: Readonly<Record<number, string>> = {
  [codes.error]:
    'the tables are not those of a journal. Give the path of a journal that this package made, or of a new file.',
  [codes.permission]:
    'access is refused. Let this process read and write the file and its directory.',
  [codes.readOnly]:
    'it cannot be written. Let this process write the file and its directory, in which SQLite keeps more files.',
  [codes.ioError]:
    'the disk failed to read or write. Look for the cause in the log of the system, then try again.',
  [codes.corrupt]:
    'the file is damaged. Stop what uses it, keep a copy, and restore a backup or recover it with `sqlite3 .recover`.',
  [codes.full]:
    'the disk is full, or the file has reached its largest size. Make room and try again; nothing of this was kept.',
  [codes.cannotOpen]:
    'the file cannot be opened. See that it is a file, and that this process may read and write it and its directory.',
  [codes.notADatabase]:
    'the file is no SQLite database. Give the path of a journal, or of a new file.',
}

/** True where another connection holds the lock, so that trying again may do. */
export function isLocked(error: unknown): boolean {
  const code = primaryCode(error)
  return code === codes.busy || code === codes.protocol
}

/** True where a row would break a unique index. */
export function isConflict(error: unknown): boolean {
  return primaryCode(error) === codes.constraint
}

/** True where a rollback is all that is needed before the connection can be used again. */
export function leavesConnectionSound(error: unknown): boolean {
  return isLocked(error) || isConflict(error) || primaryCode(error) === codes.full
}

/** The fault an error of a driver stands for. Texts of drivers go no further than this: some quote values. */
export function toFault(name: string, error: unknown): JournalFault {
  if (error instanceof JournalFault) return error
  const code = primaryCode(error)
  const text = code === undefined ? undefined : texts[code]
  return new JournalFault(`${name}: ${text ?? unknownText(code)}`)
}

/** Of a lock that was not given up in time. */
export function lockedFault(name: string, waitedMs: number): JournalFault {
  return new JournalFault(
    `${name}: another process has kept it locked for ${waitedMs.toString()} ms. ` +
      'Find the process that has the file open and let it end its transaction, or raise `busyTimeoutMs`.',
  )
}

function unknownText(code: number | undefined): string {
  const which = code === undefined ? 'failed' : `failed with result code ${code.toString()}`
  return `SQLite ${which}. Look the file over with \`sqlite3 … "PRAGMA integrity_check"\`, and see that its handle is open.`
}

interface DriverError {
  /** node:sqlite. */
  readonly errcode?: unknown
  /** libsql. */
  readonly rawCode?: unknown
  /** A name such as `SQLITE_IOERR_FSYNC`: better-sqlite3, libsql. */
  readonly code?: unknown
  readonly message?: unknown
}

/** The lowest eight bits of a result code are the primary one. */
function primaryCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { errcode, rawCode, code, message } = error as DriverError
  const number = [errcode, rawCode].find((value) => typeof value === 'number')
  if (number !== undefined) return number & 0xff
  return codeOfName(code) ?? codeOfOpening(message)
}

const namedCodes: readonly (readonly [name: string, code: number])[] = [
  ['SQLITE_BUSY', codes.busy],
  ['SQLITE_CANTOPEN', codes.cannotOpen],
  ['SQLITE_CONSTRAINT', codes.constraint],
  ['SQLITE_CORRUPT', codes.corrupt],
  ['SQLITE_ERROR', codes.error],
  ['SQLITE_FULL', codes.full],
  ['SQLITE_IOERR', codes.ioError],
  ['SQLITE_NOTADB', codes.notADatabase],
  ['SQLITE_PERM', codes.permission],
  ['SQLITE_PROTOCOL', codes.protocol],
  ['SQLITE_READONLY', codes.readOnly],
]

function codeOfName(name: unknown): number | undefined {
  if (typeof name !== 'string') return undefined
  return namedCodes.find(([known]) => name === known || name.startsWith(`${known}_`))?.[1]
}

/** libsql says why it cannot open a file in its message only: `… database /path: 14")`. */
function codeOfOpening(message: unknown): number | undefined {
  const [, digits] = typeof message === 'string' ? (/: (\d+)"\)$/.exec(message) ?? []) : []
  return digits === undefined ? undefined : Number(digits) & 0xff
}
