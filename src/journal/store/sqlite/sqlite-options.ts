import { assertOptions } from '../../../errors/assert-options.js'
import { basicRules } from '../../../errors/basic-option-rules.js'
import { DefinitionError } from '../../../errors/definition-error.js'
import { toRule, type OptionRule } from '../../../errors/option-problems.js'
import type { SqliteHandle } from './sqlite-handle.js'

/** Where a SQLite journal is and how it is used. */
export interface SqliteStoreOptions {
  /** The file; it is created if there is none, its directory is not. */
  readonly path: string
  /**
   * The file, opened by a binding of your choice. The store sets it up, uses it alone and closes it.
   * @defaultValue opened with `node:sqlite` where the runtime has it, else with the package `libsql`
   */
  readonly handle?: SqliteHandle | undefined
  /** The clock of the journal, in milliseconds since the epoch. @defaultValue `Date.now` */
  readonly now?: (() => number) | undefined
  /** How long another process may keep the file locked, in milliseconds. @defaultValue 5000 */
  readonly busyTimeoutMs?: number | undefined
  /**
   * Makes of a record's JSON (arguments, outputs, answers, keys) the text that lies in the file. Ids, states, times,
   * tenants, tool names and digests stay readable: records are looked up by them.
   * @defaultValue records lie in the file as they are
   */
  readonly seal?: ((text: string) => string) | undefined
  /** The inverse of `seal`; throws for a text that it does not open. */
  readonly open?: ((sealed: string) => string) | undefined
}

/** @throws DefinitionError with everything that is wrong with the options. */
export function assertSqliteOptions(options: SqliteStoreOptions): void {
  assertOptions(subject, options, sqliteRules)
  if (typeof options.path !== 'string') throw problem('has no path.', 'Pass `path`.')
  if ((options.seal === undefined) !== (options.open === undefined))
    throw problem('can only seal or only open.', 'Pass both `seal` and `open`, or neither.')
}

const subject = 'SQLite journal'

function problem(message: string, fix: string): DefinitionError {
  return new DefinitionError([{ subject, message: `it ${message}`, fix }])
}

/** What each of them must be. */
export const sqliteRules = {
  path: toRule('the path of a file; `memoryJournal()` is for memory', isPath),
  handle: toRule('an open database with exec, prepare and close', isHandle),
  now: basicRules.callable,
  busyTimeoutMs: basicRules.durationMs,
  seal: basicRules.callable,
  open: basicRules.callable,
} satisfies Record<keyof SqliteStoreOptions, OptionRule>

function isPath(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value !== ':memory:'
}

function isHandle(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { exec, prepare, close } = value as Partial<SqliteHandle>
  return [exec, prepare, close].every(isCallable)
}

function isCallable(value: unknown): boolean {
  return typeof value === 'function'
}
