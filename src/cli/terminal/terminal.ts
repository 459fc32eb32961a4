/** Where a command reads and writes: the process, or a test. */
export interface Terminal {
  /** The folder that paths are relative to. */
  readonly cwd: string
  /** Whether a person sits there who can be asked. */
  readonly isInteractive: boolean
  /** Whether standard output shows colours. */
  readonly hasColours: boolean
  /** Writes a result. */
  print(text: string): void
  /** Writes what is not a result: warnings and errors. */
  warn(text: string): void
  /** All of standard input. */
  readInput(): Promise<string>
  /** Asks a yes-or-no question; no is the default. */
  confirm(question: string): Promise<boolean>
}
