import type { Client } from '@modelcontextprotocol/client'

import { createDeferred, type Deferred } from '../../deferred.js'
import type { ToolList } from '../list/read-tool-list.js'
import { Backoff, type BackoffTimes } from './backoff.js'
import { RereadPace } from './reread-pace.js'

/** What a link is made with. */
export interface LinkSpec {
  readonly times: BackoffTimes
  /** Makes a connection. */
  connect(events: LinkEvents): Promise<Client>
  /** Reads the list of tools of a connection. */
  read(client: Client): Promise<ToolList>
  /** Told of every list that counts, before any call goes on under it. */
  onList(list: ToolList): void
  /** Told why a connection was lost. */
  onLost(cause: unknown): void
}

/** What a connection tells its link. */
export interface LinkEvents {
  onListChanged(): void
  /** Told when nothing is told of changed lists any more. */
  onDeaf(client: Client): void
  onClose(client: Client): void
}

/** A server that cannot be reached now; nothing was sent. */
export class LinkDown extends Error {
  override readonly name = 'LinkDown'
  /** When it may be tried again, in milliseconds. */
  readonly retryAfterMs: number

  constructor(retryAfterMs: number, cause: unknown) {
    super('the server cannot be reached.', { cause })
    this.retryAfterMs = Math.ceil(retryAfterMs)
  }
}

const longestTtlMs = 24 * 60 * 60 * 1000
const shortestTtlMs = 1000
/** A server that says that its list changed each time it is asked for it would keep every call waiting. */
const mostChanges = 100

/**
 * The connection to one server: made when it is needed, made anew after it was lost, and never given to a call before
 * the list of tools was read over it. A list that is read later counts, whichever answer comes first.
 */
export class ServerLink {
  readonly #spec: LinkSpec
  readonly #backoff: Backoff
  #client: Client | undefined
  #connecting: Promise<Client> | undefined
  /** There while a list is being read. */
  /** What waits for all readings, the ones that were overtaken included. */
  #reading: Deferred | undefined
  /** Counts readings: only the one that was started last counts. */
  #generation = 0
  #staleAt = Infinity
  #isDeaf = false
  readonly #pace = new RereadPace()
  /** How often the server said that its list changed while it was being read. */
  #changes = 0
  #lastCause: unknown
  #isClosed = false

  constructor(spec: LinkSpec) {
    this.#spec = spec
    this.#backoff = new Backoff(spec.times)
  }

  /**
   * A connection under the list that counts now. Waits for one that is being made, and for a list that is being read.
   * @throws LinkDown when there is none; nothing was sent.
   */
  async ready(): Promise<Client> {
    if (this.#isClosed) throw new LinkDown(0, new Error('the tools of this server were closed.'))
    const client = this.#client ?? (await this.#connect())
    const isStale = performance.now() >= this.#staleAt
    // What many calls wait for at once is one reading.
    if (isStale && this.#reading === undefined) this.#reread(client)
    while (this.#reading !== undefined && this.#client === client) await this.#reading.promise
    if (this.#client !== client) throw new LinkDown(this.#backoff.waitMs, this.#lastCause)
    return client
  }

  /** Gives a connection up over which something went wrong: the next call gets another one. */
  drop(client: Client, cause: unknown): void {
    if (this.#client !== client) return
    this.#lose(cause)
    void client.close().catch(() => undefined)
  }

  /** Ends the connection; nothing is called over it any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#pace.clear()
    const client = this.#client ?? (await this.#connecting?.catch(() => undefined))
    this.#client = undefined
    await client?.close()
  }

  #connect(): Promise<Client> {
    return (this.#connecting ??= this.#connectOnce().finally(() => {
      this.#connecting = undefined
    }))
  }

  async #connectOnce(): Promise<Client> {
    const { waitMs } = this.#backoff
    if (waitMs > 0) throw new LinkDown(waitMs, this.#lastCause)
    let client: Client | undefined
    try {
      client = await this.#spec.connect({
        onListChanged: () => this.#listChanged(),
        onDeaf: (deaf) => this.#deafened(deaf),
        onClose: (closed) => this.#closed(closed),
      })
      this.#client = client
      this.#isDeaf = false
      this.#reread(client)
      await this.#reading?.promise
      if (this.#client !== client) throw this.#lastCause
      this.#backoff.succeeded()
      return client
    } catch (cause) {
      this.#backoff.failed()
      this.#lastCause = cause
      throw new LinkDown(this.#backoff.waitMs, cause)
    }
  }

  #listChanged(): void {
    const client = this.#client
    if (client === undefined) return
    if (this.#reading !== undefined) return this.#changedMeanwhile(client)
    // A call that comes before then reads it first.
    if (!this.#pace.run(() => this.#reread(client))) this.#staleAt = 0
  }

  /** What is being read may be old by now. */
  #changedMeanwhile(client: Client): void {
    this.#changes += 1
    if (this.#changes > mostChanges) {
      const cause = new Error('the server changes its list of tools without end.')
      return this.drop(client, cause)
    }
    this.#reread(client)
  }

  /** A list that nobody tells about any more is read again before calls. */
  #deafened(client: Client): void {
    if (this.#client !== client) return
    this.#isDeaf = true
    this.#staleAt = 0
  }

  #reread(client: Client): void {
    this.#pace.clear()
    this.#generation += 1
    this.#reading ??= createDeferred()
    void this.#read(client, this.#generation)
  }

  async #read(client: Client, generation: number): Promise<void> {
    try {
      const list = await this.#spec.read(client)
      if (generation !== this.#generation) return
      this.#changes = 0
      this.#staleAt = staleAt(this.#isDeaf ? shortestTtlMs : list.ttlMs)
      this.#spec.onList(list)
      this.#endReading()
    } catch (cause) {
      if (generation !== this.#generation) return
      this.drop(client, cause)
    }
  }

  #endReading(): void {
    this.#reading?.resolve()
    this.#reading = undefined
  }

  #closed(client: Client): void {
    if (this.#client === client) this.#lose(new Error('the server ended the connection.'))
  }

  #lose(cause: unknown): void {
    this.#pace.clear()
    this.#client = undefined
    this.#changes = 0
    this.#generation += 1
    this.#lastCause = cause
    this.#endReading()
    if (!this.#isClosed) this.#spec.onLost(cause)
  }
}

function staleAt(ttlMs: number | undefined): number {
  if (ttlMs === undefined) return Infinity
  return performance.now() + Math.min(Math.max(ttlMs, shortestTtlMs), longestTtlMs)
}
