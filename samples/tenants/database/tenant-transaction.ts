import type { PoolClient, QueryResult, QueryResultRow } from 'pg'

/**
 * One transaction on one connection, or a savepoint in it. What uses the connection takes turns: while a nested call
 * holds it, statements of the call around it wait, so that no savepoint swallows what is not its own.
 */
export class TenantTransaction {
  readonly tenantId: string
  readonly #connection: PoolClient
  #turns: Promise<unknown> = Promise.resolve()
  #hasEnded = false
  #isClean = false

  constructor(connection: PoolClient, tenantId: string) {
    this.#connection = connection
    this.tenantId = tenantId
  }

  /** True once its connection may have gone to another tenant. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** True once it was kept or undone for certain, and its connection is as it was. */
  get isClean(): boolean {
    return this.#isClean
  }

  /** @throws Error after the end: work that a body left behind must not reach whoever has the connection next. */
  async query<Row extends QueryResultRow>(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    return this.#takeTurn(() => this.#connection.query<Row>(sql, [...values]))
  }

  /** Begins, for this transaction only (`SET LOCAL`, which takes no parameter, as a function that does). */
  async begin(): Promise<void> {
    await this.query('BEGIN')
    await this.query(`SELECT set_config('warehouse.tenant', $1, true)`, [this.tenantId])
  }

  /**
   * @throws Error when a constraint, the connection or a statement that failed before keeps it from being kept. Of the
   * last, PostgreSQL itself makes no error: it answers COMMIT with ROLLBACK.
   */
  async commit(): Promise<void> {
    const { command } = await this.#end('COMMIT')
    if (command !== 'COMMIT') throw new Error(abortedTransaction)
  }

  async rollBack(): Promise<void> {
    await this.#end('ROLLBACK')
  }

  /** Does work inside a savepoint: all of it is kept by this transaction, or, when it throws, none. */
  async nest(work: (inner: TenantTransaction) => Promise<unknown>): Promise<void> {
    await this.#takeTurn(async () => {
      const inner = new TenantTransaction(this.#connection, this.tenantId)
      await inner.query('SAVEPOINT nested')
      try {
        await work(inner)
        await inner.#end('RELEASE SAVEPOINT nested')
      } catch (error) {
        // On a lost connection there is nothing to undo, and the error that came first counts.
        await inner.#end(undoNested).catch(() => undefined)
        throw error
      }
    })
  }

  /** Waits for what was begun, ends, and refuses what comes later. */
  async #end(statement: string): Promise<QueryResult> {
    return this.#queue(async () => {
      this.#hasEnded = true
      const result = await this.#connection.query(statement)
      this.#isClean = true
      return result
    })
  }

  async #takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue(() => {
      if (this.#hasEnded) throw new Error(endedTransaction)
      return work()
    })
  }

  async #queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turns.then(work)
    this.#turns = turn.catch(() => undefined)
    return turn
  }
}

const undoNested = 'ROLLBACK TO SAVEPOINT nested; RELEASE SAVEPOINT nested'

const endedTransaction =
  'Transaction: it has ended. Await every statement and nested call before the body returns.'

const abortedTransaction =
  'Transaction: a statement in it failed, so that nothing was kept. Let its error leave the body.'
