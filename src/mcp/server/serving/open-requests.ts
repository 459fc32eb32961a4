import type { JSONRPCMessage } from '@modelcontextprotocol/server'

import { isObject } from '../../../schema/is-object.js'

/** The requests of one client that were not answered yet. One that the client cancelled is not going to be. */
export class OpenRequests {
  readonly #ids = new Set<unknown>()

  get size(): number {
    return this.#ids.size
  }

  /** What comes in may be anything. */
  received(message: JSONRPCMessage): void {
    if (!isObject(message) || !('method' in message)) return
    if ('id' in message) this.#ids.add(message.id)
    if (message.method === 'notifications/cancelled')
      this.#ids.delete(message.params?.['requestId'])
  }

  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) this.#ids.delete(message.id)
  }
}
