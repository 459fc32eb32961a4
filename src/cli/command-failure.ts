/** Exit codes of the command: fine, a disagreement or a failed call, wrong use. */
export const exitCodes = { fine: 0, failed: 1, usage: 2 } as const

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What a failure says besides its words. */
export interface FailureOptions {
  /** @defaultValue wrong use */
  readonly exitCode?: ExitCode
  /** What `--json` tells programs besides the message. */
  readonly details?: object
  readonly cause?: unknown
}

/** A command that cannot be carried out as it was given: the words for its user, and what it exits with. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly exitCode: ExitCode
  readonly details: object

  constructor(message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause })
    this.exitCode = options.exitCode ?? exitCodes.usage
    this.details = options.details ?? {}
  }
}
