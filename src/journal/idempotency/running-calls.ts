/** The calls of this process that hold a record, by its id: who waits for one of them learns at once that it ended. */
export class RunningCalls {
  readonly #running = new Map<string, Promise<void>>()

  /** Notes that a call holds a record until `running` settles. */
  add(recordId: string, running: Promise<unknown>): void {
    const ended = running.then(ignore, ignore)
    this.#running.set(recordId, ended)
    void ended.then(() => {
      if (this.#running.get(recordId) === ended) this.#running.delete(recordId)
    })
  }

  /** Resolves when the call that holds a record has ended; undefined when none of this process holds it. */
  findEnd(recordId: string): Promise<void> | undefined {
    return this.#running.get(recordId)
  }
}

function ignore(): void {
  // Only that it ended matters.
}
