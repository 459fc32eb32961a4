/** A readable stream of Node.js, by the parts that tell it from others: the types of Node are not needed to name it. */
export interface TerminalInput {
  readonly isTTY?: boolean | undefined
  readonly readable: boolean
  pause(): unknown
  resume(): unknown
  on(event: string, listener: (...values: never[]) => void): unknown
}

/** A writable stream of Node.js, in the same way. */
export interface TerminalOutput {
  readonly isTTY?: boolean | undefined
  readonly writable: boolean
  write(text: string): unknown
  on(event: string, listener: (...values: never[]) => void): unknown
}
