/** A readable stream of Node.js, by the parts that tell it from others: the types of Node are not needed to name it. */
export interface TerminalInput {
  /** Whether a person sits there. */
  readonly isTTY?: boolean | undefined
  /** False once it has ended. */
  readonly readable: boolean
  /** As of a stream. */
  pause(): unknown
  /** As of a stream. */
  resume(): unknown
  /** As of a stream. */
  on(event: string, listener: (...values: never[]) => void): unknown
}

/** A writable stream of Node.js, in the same way. */
export interface TerminalOutput {
  /** Whether a person sees it. */
  readonly isTTY?: boolean | undefined
  /** False once it has ended. */
  readonly writable: boolean
  /** As of a stream. */
  write(text: string): unknown
  /** As of a stream. */
  on(event: string, listener: (...values: never[]) => void): unknown
}
