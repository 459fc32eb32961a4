import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { suspend } from '../../../src/tools/suspension.js'
import type { ToolDefinition } from '../../../src/tools/tool-definition.js'

export interface Booking {
  readonly room: string
}

type Options = Partial<DefineToolOptions<Booking>> & { readonly schema?: JsonSchema }

/** What the bodies of `hotel/book` did, one line each. */
export type Log = string[]

/** `hotel/book`, keyed by room, asks its first question and goes on with the answer. */
export function bookTool(log: Log, { schema = {}, ...options }: Options = {}): ToolDefinition {
  return defineTool<Booking>({
    ...{ server: 'hotel', name: 'book', description: 'Books.', idempotencyKey: 'room' },
    inputSchema: { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] },
    call({ room }) {
      log.push(`call ${room}`)
      return suspend({ reason: `Which guest in ${room}?`, inputSchema: schema })
    },
    resume({ room }, input) {
      log.push(`resume ${room} ${JSON.stringify(input)}`)
      return { room, input }
    },
    ...options,
  })
}

/** A registry with `hotel/book` over a journal. */
export function hotel(options: Options & { readonly journal?: Journal } = {}) {
  const { journal = memoryJournal(), ...own } = options
  const log: Log = []
  const registry = ToolRegistry.empty()
    .register(bookTool(log, own))
    .layer(new IdempotencyLayer(journal))
  return { registry, journal, log }
}
