import { randomUUID } from 'node:crypto'

import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

interface LoggedEvent {
  readonly id: string
  readonly streamId: string
  readonly message: JSONRPCMessage
  readonly bytes: number
}

/** How much is kept of what one session was sent. */
export interface EventLogLimits {
  readonly maxEvents: number
  readonly maxBytes: number
}

const usualLimits: EventLogLimits = { maxEvents: 256, maxBytes: 1024 * 1024 }

/** What one session was sent last, so that a client whose stream broke off gets the rest of it. The oldest goes first. */
export class EventLog implements EventStore {
  readonly #limits: EventLogLimits
  readonly #events: LoggedEvent[] = []
  #bytes = 0

  constructor(limits: EventLogLimits = usualLimits) {
    this.#limits = limits
  }

  storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const bytes = Buffer.byteLength(JSON.stringify(message))
    const event = { id: randomUUID(), streamId, message, bytes }
    this.#events.push(event)
    this.#bytes += bytes
    this.#forget()
    return Promise.resolve(event.id)
  }

  /** Undefined for an event that is not kept any more: what came after it cannot be told whole. */
  getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return Promise.resolve(this.#events.find(({ id }) => id === eventId)?.streamId)
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const index = this.#events.findIndex(({ id }) => id === lastEventId)
    const streamId = this.#events[index]?.streamId ?? ''
    const missed = this.#events.slice(index + 1).filter((event) => event.streamId === streamId)
    for (const { id, message } of missed) await send(id, message)
    return streamId
  }

  #forget(): void {
    const { maxEvents, maxBytes } = this.#limits
    while (this.#events.length > maxEvents || this.#bytes > maxBytes) {
      const [oldest] = this.#events.splice(0, 1)
      if (oldest === undefined) return
      this.#bytes -= oldest.bytes
    }
  }
}
