/** Exit codes of the command: fine, a disagreement or a failed call, wrong use. */
export const exitCodes = { fine: 0, failed: 1, usage: 2 } as const

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A command that cannot be carried out as it was given: the words for its user, and what it exits with. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly exitCode: ExitCode

  constructor(
    message: string,
    options: { readonly exitCode?: ExitCode; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.exitCode = options.exitCode ?? exitCodes.usage
  }
}
