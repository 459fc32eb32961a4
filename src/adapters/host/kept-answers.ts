import type { CallAnswer } from '../turn/call-answer.js'

/** How many answers are kept that nobody has asked for yet: a call that was given up is never asked for. */
const maxKept = 1_000

/** Answers of calls that ran while it was found out whether they have to be approved of. Each is taken once. */
export class KeptAnswers {
  readonly #answers = new Map<string, CallAnswer>()

  /** Keeps an answer until it is taken, or until it is the oldest of too many. */
  keep(key: string, answer: CallAnswer): void {
    this.#answers.set(key, answer)
    if (this.#answers.size <= maxKept) return
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined) this.#answers.delete(oldest)
  }

  /** The answer that was kept, which it is no longer then. */
  take(key: string): CallAnswer | undefined {
    const answer = this.#answers.get(key)
    this.#answers.delete(key)
    return answer
  }
}
