/** How a question ended that this process asked. */
export type QuestionEnd = 'decided' | 'denied' | 'expired' | 'parked' | 'withdrawn' | 'failed'

/** The questions that this process asks a person right now: an equal call joins them instead of asking once more. */
export class OpenQuestions {
  readonly #open = new Map<string, Promise<QuestionEnd>>()

  /** Runs what asks, and lets others wait for how it ends. */
  async ask<Answer extends { readonly end: QuestionEnd }>(
    suspensionId: string,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const answer = ask()
    const end = answer.then(
      (found) => found.end,
      () => 'failed' as const,
    )
    this.#open.set(suspensionId, end)
    try {
      return await answer
    } finally {
      this.#open.delete(suspensionId)
    }
  }

  /** How a question ends; undefined when this process is not asking it. */
  findEnd(suspensionId: string): Promise<QuestionEnd> | undefined {
    return this.#open.get(suspensionId)
  }
}
