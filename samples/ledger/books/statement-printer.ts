/**
 * The bank's print service, which is down: every statement sent to it fails, and, as drivers do, says in its error
 * where it tried to connect, password included.
 */
export class StatementPrinter {
  readonly #connection: string

  constructor(connection: string) {
    this.#connection = connection
  }

  async print(lines: readonly string[]): Promise<{ readonly job: string }> {
    throw new Error(`connect ECONNREFUSED ${this.#connection}, ${lines.length} lines unsent`)
  }
}
