/** Lets the equal calls of one batch take turns: a later one begins when the earlier one has ended. */
export class BatchTurns {
  readonly #turns = new WeakMap<object, Map<string, Promise<unknown>>>()

  /**
   * Runs `work` after the calls of its batch that came before it under the same key.
   *
   * @param batch undefined for a call that is of none
   */
  take<Result>(
    {
      batch,
      keyDigest,
    }: { readonly batch: object | undefined; readonly keyDigest: string | undefined },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (batch === undefined || keyDigest === undefined) return work()
    const turns = this.#turns.get(batch) ?? new Map<string, Promise<unknown>>()
    this.#turns.set(batch, turns)
    const earlier = turns.get(keyDigest)
    const own = earlier === undefined ? work() : earlier.then(work, work)
    turns.set(keyDigest, own.then(ignore, ignore))
    return own
  }
}

function ignore(): void {
  // Only that it ended matters.
}
