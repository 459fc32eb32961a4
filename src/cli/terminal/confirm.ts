import { CommandFailure, exitCodes } from '../command-failure.js'
import type { Terminal } from './terminal.js'

/** What is only done when a person says so. */
export interface Confirmed {
  /** What it does, as a sentence. */
  readonly does: string
  /** `Call it?` */
  readonly question: string
  /** What `--yes` is there for, `call it`. */
  readonly verb: string
  /** What is told when the person says no. */
  readonly undone: string
}

/**
 * Asks before something is done that cannot be undone.
 *
 * @param terminal - undefined where there is nobody to ask.
 * @throws CommandFailure when nobody can be asked, or the person says no.
 */
export async function confirm(
  { does, question, verb, undone }: Confirmed,
  terminal: Terminal | undefined,
): Promise<void> {
  if (terminal === undefined) {
    throw new CommandFailure(`${does} Nobody can be asked here; pass --yes to ${verb}.`)
  }
  if (await terminal.confirm(`${does} ${question}`)) return
  throw new CommandFailure(undone, { exitCode: exitCodes.failed })
}
