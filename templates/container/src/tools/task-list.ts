/** Where tasks are kept. Yours is a database. */
export class TaskList {
  readonly #tasks: string[] = []

  add(title: string): number {
    return this.#tasks.push(title)
  }

  all(): readonly string[] {
    return [...this.#tasks]
  }
}
