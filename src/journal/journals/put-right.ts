import { hold, release, type Claim } from '../states/finish.js'
import { withdraw, type WithdrawnQuestion } from '../states/answer.js'
import type { JournalTimes } from '../states/lapse.js'
import type { RecordTable } from '../store/record-store.js'

/** Moves a record to where it belongs, if it is still where it was left. */
export type PutRight = (table: RecordTable) => void

/**
 * What a journal could not write, or was not told that it wrote: the next transaction puts it right before anything else,
 * so that nobody meets what a fault left.
 */
export class LeftBehind {
  readonly #left = new Map<string, PutRight>()

  get isAny(): boolean {
    return this.#left.size > 0
  }

  /** Remembers it under a name that only this one has. */
  add(name: string, putRight: PutRight): void {
    this.#left.set(name, putRight)
  }

  /** What there is now. It is forgotten by `forget`, once it is known to be written. */
  get(): ReadonlyMap<string, PutRight> {
    return new Map(this.#left)
  }

  /** Forgets what was put right, unless more was left under the name meanwhile. */
  forget(done: ReadonlyMap<string, PutRight>): void {
    for (const [name, putRight] of done) {
      if (this.#left.get(name) === putRight) this.#left.delete(name)
    }
  }
}

/** What its holder could not say is not known to others: its record must not look as if it still ran. */
export function holdLost(claim: Claim): PutRight {
  return (table) => {
    if (isStillHeld(table, claim)) hold(table, claim)
  }
}

/** Nothing ran, or nothing came of it: that stays known, however late it is written. */
export function releaseLost(claim: Claim, how: { readonly isRetryable: boolean }): PutRight {
  return (table) => {
    if (isStillHeld(table, claim)) release(table, claim, how)
  }
}

/** Nobody is asked what nobody waits for. */
export function withdrawLost(
  { reason, ...question }: WithdrawnQuestion & { readonly reason: string },
  times: JournalTimes,
): PutRight {
  return (table) => {
    withdraw(table, question, { reason, times })
  }
}

function isStillHeld(table: RecordTable, { recordId, attempt }: Claim): boolean {
  const record = table.find(recordId)
  return record?.state === 'running' && record.attempt === attempt
}
