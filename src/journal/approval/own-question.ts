import type { JournalRecord } from '../record/journal-record.js'
import { giveUp, type KeptQuestion } from './record-decision.js'

/**
 * The question that a call asked itself. Where the call ends in nothing the question is taken back, with a yes to it that
 * was not used: who made the call was told that it did not happen, and may make it again. A question that another call
 * asked stands for that one.
 */
export class OwnQuestion {
  #kept: KeptQuestion | undefined

  /** The call has asked it. */
  ask(kept: KeptQuestion): void {
    this.#kept = kept
  }

  /** It is known to be over, or stands for whoever decides elsewhere. */
  forget(): void {
    this.#kept = undefined
  }

  /** Whether the call goes on with the yes to it. */
  isOf({ question }: JournalRecord): boolean {
    return question !== undefined && question.suspensionId === this.#kept?.suspensionId
  }

  /** Never rejects: what cannot be written is reported as unsettled. */
  async takeBack(): Promise<void> {
    const kept = this.#kept
    this.#kept = undefined
    if (kept !== undefined) await giveUp(kept, 'nobody waits for it any more')
  }
}
