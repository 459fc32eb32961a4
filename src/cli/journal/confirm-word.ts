import { escapeUnprintable } from '../../errors/quoted-name.js'
import { confirm } from '../terminal/confirm.js'
import type { Terminal } from '../terminal/terminal.js'
import type { WordOptions } from './journal-command.js'

/** What a person is asked before it is recorded. */
export interface AskedWord {
  /** All that it is about, for a person to read. */
  readonly shown: string
  /** What follows from it, as a sentence. */
  readonly does: string
  /** `approve`. */
  readonly verb: string
  /** Who says so; absent where nobody is named. */
  readonly by?: string
  /** Standard input was read to its end, so that nobody can answer there. */
  readonly isInputTaken?: boolean
}

/**
 * Shows all of it, and asks a person before it is recorded; `--yes` says that one has been asked elsewhere.
 *
 * @throws CommandFailure when nobody can be asked, or the person says no.
 */
export async function confirmWord(
  { shown, does, verb, by, isInputTaken }: AskedWord,
  { yes, json }: Pick<WordOptions, 'yes' | 'json'>,
  terminal: Terminal,
): Promise<void> {
  // What reads JSON reads all of it in what was recorded, and may read standard error with it.
  if (yes === true && json === true) return
  terminal.warn(shown)
  if (yes === true) return
  const canAsk = terminal.isInteractive && isInputTaken !== true
  const as = by === undefined ? '' : ` as ${escapeUnprintable(by)}`
  const question = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${as}?`
  const undone = `Nobody said yes: nothing was recorded.`
  await confirm({ does, question, verb, undone }, canAsk ? terminal : undefined)
}
