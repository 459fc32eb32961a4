import { AsyncLocalStorage } from 'node:async_hooks'
import { Pool, type PoolClient, type QueryResultRow } from 'pg'
import { ToolError, type ToolContext, type ToolScope } from 'tallystick'
import { TenantTransaction } from './tenant-transaction.js'
import type { AppLogin } from './warehouse-schema.js'

/**
 * The scope, and what runs in it: each call has a transaction of its tenant, and `query` finds the one of the call it is
 * used in, whichever service asks. A nested call joins the transaction of the call around it, so that a pool is not
 * used up by calls that wait for a second connection.
 */
export class TenantDatabase implements ToolScope {
  readonly #pool: Pool
  readonly #current = new AsyncLocalStorage<TenantTransaction>()

  constructor(login: AppLogin, connections: number) {
    this.#pool = new Pool({ ...login, max: connections, connectionTimeoutMillis: 60_000 })
    // A connection that breaks while nobody uses it is replaced by the pool.
    this.#pool.on('error', ignore)
  }

  async wrap({ tenantId }: ToolContext, run: () => Promise<unknown>): Promise<void> {
    const outer = this.#current.getStore()
    if (outer === undefined || outer.hasEnded) return this.#transact(tenantId, run)
    if (outer.tenantId !== tenantId) throw otherTenant()
    return outer.nest((inner) => this.#current.run(inner, run))
  }

  /** @throws Error outside a call: there is no tenant, and so no row. */
  async query<Row extends QueryResultRow>(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    const transaction = this.#current.getStore()
    if (transaction === undefined) throw new Error(outsideOfCall)
    const { rows } = await transaction.query<Row>(sql, values)
    return rows
  }

  /** A connection as the pool hands it out, of no tenant; whoever takes it releases it. */
  async connect(): Promise<PoolClient> {
    return this.#pool.connect().catch(unreachable)
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end()
  }

  async #transact(tenantId: string, run: () => Promise<unknown>): Promise<void> {
    const connection = await this.connect()
    // The error of a lost connection also rejects the statement that waits for it.
    connection.on('error', ignore)
    const transaction = new TenantTransaction(connection, tenantId)
    try {
      await transaction.begin().catch(unreachable)
      await this.#keepOrUndo(transaction, run)
    } finally {
      if (transaction.isClean) connection.off('error', ignore)
      connection.release(!transaction.isClean)
    }
  }

  async #keepOrUndo(transaction: TenantTransaction, run: () => Promise<unknown>): Promise<void> {
    try {
      await this.#current.run(transaction, run)
    } catch (error) {
      // The call fails with what its body threw, also where the connection is gone.
      await transaction.rollBack().catch(ignore)
      throw error
    }
    await transaction.commit()
  }
}

function ignore(): void {
  // Whoever waits for the connection is told.
}

/** Nothing was sent, so that the call may be tried again. */
function unreachable(cause: unknown): never {
  const message = 'Database: there is no connection for a transaction. See the cause.'
  const rest = { disposition: 'did-not-happen', retryable: true, message, cause } as const
  throw new ToolError({ code: 'UNREACHABLE', ...rest })
}

/** A transaction is that of one tenant, and waiting for another one inside it may wait for ever. */
function otherTenant(): ToolError {
  const message =
    'Database: a call for one tenant was made inside the call of another. Make it outside.'
  return new ToolError({ code: 'REFUSED', disposition: 'did-not-happen', message })
}

const outsideOfCall = 'Database: there is no call here. Query it from the body of a tool.'
