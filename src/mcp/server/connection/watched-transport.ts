import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'

import { createDeferred } from '../../deferred.js'
import { withoutNullArguments } from '../call/null-arguments.js'
import { OpenRequests } from '../serving/open-requests.js'

/** A transport as the SDK uses it, with messages as this package reads them, and word of its start and its end. */
export class WatchedTransport implements Transport {
  onmessage: Transport['onmessage']
  onerror: Transport['onerror']
  onclose: Transport['onclose']
  /** What was not answered yet. */
  readonly requests = new OpenRequests()
  readonly #inner: Transport
  readonly #host: Pick<Transport, 'onmessage' | 'onerror' | 'onclose'>
  readonly #report: (error: unknown) => void
  readonly #started = createDeferred()
  readonly #closed = createDeferred()

  /** The end is heard of from here on. What a host that listens, too, throws is reported. */
  constructor(inner: Transport, report: (error: unknown) => void) {
    const { onmessage, onerror, onclose } = inner
    this.#inner = inner
    this.#host = { onmessage, onerror, onclose }
    this.#report = report
    inner.onclose = () => {
      this.#tell(() => onclose?.call(inner))
      this.onclose?.()
      this.#closed.resolve()
    }
  }

  /** Rejects with what it did not start for. */
  get started(): Promise<void> {
    return this.#started.promise
  }

  get closed(): Promise<void> {
    return this.#closed.promise
  }

  async start(): Promise<void> {
    this.#listen()
    try {
      // What has closed may leave its start open for ever.
      await Promise.race([this.#inner.start(), this.closed])
      this.#started.resolve()
    } catch (error) {
      // What did not start may be served again, and nothing of this watch must hear of that.
      Object.assign(this.#inner, this.#host)
      this.#started.reject(error)
      throw error
    }
  }

  #listen(): void {
    const { onmessage, onerror } = this.#host
    const inner = this.#inner
    inner.onmessage = (message, extra) => {
      this.#tell(() => onmessage?.call(inner, message, extra))
      this.requests.received(message)
      this.onmessage?.(withoutNullArguments(message) as JSONRPCMessage, extra)
    }
    inner.onerror = (error) => {
      this.#tell(() => onerror?.call(inner, error))
      this.onerror?.(error)
    }
  }

  async send(message: JSONRPCMessage, options?: Parameters<Transport['send']>[1]): Promise<void> {
    await this.#inner.send(message, options)
    this.requests.sent(message)
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }

  #tell(host: () => void): void {
    try {
      host()
    } catch (error) {
      this.#report(error)
    }
  }
}
