import type { ExitCode } from './command-failure.js'
import type { Terminal } from './terminal/terminal.js'

/** What every command gets. */
export interface CommandContext {
  readonly terminal: Terminal
  /** Sets what the command exits with, where that is not 0. */
  readonly exitWith: (code: ExitCode) => void
}

/** The options that every command about an app has. */
export interface AppOptions {
  readonly app?: string
  readonly json?: boolean
}
