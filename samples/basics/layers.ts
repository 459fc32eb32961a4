import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'

import {
  defineTool,
  ScopedToolLayer,
  standardLayers,
  ToolError,
  ToolRegistry,
  type ToolScope,
} from 'tallystick'
import { TelemetryLayer } from 'tallystick/telemetry'

/** Stands in for a database: what a transaction writes is there once it is committed. */
const rows: string[] = []
const database = {
  async transaction<Result>(run: (write: (row: string) => void) => Promise<Result>) {
    const written: string[] = []
    const result = await run((row) => written.push(row))
    rows.push(...written)
    return result
  },
}

// #region scope
const session = new AsyncLocalStorage<{ write: (row: string) => void; tenant: string }>()

const transaction: ToolScope = {
  wrap: ({ tenantId }, run) =>
    database.transaction((write) => session.run({ write, tenant: tenantId }, run)),
}
// #endregion scope

const book = defineTool({
  server: 'ledger',
  name: 'book',
  description: 'Books an entry.',
  inputSchema: { properties: { text: { type: 'string' } }, required: ['text'] },
  call: ({ text }: { text: string }) => {
    const { write, tenant } = session.getStore() ?? assert.fail('no transaction')
    write(`${tenant}: ${text}`)
    if (text.includes('impossible')) throw new Error('no such account')
    return `booked ${text}`
  },
})

const history = defineTool({
  server: 'ledger',
  name: 'history',
  description: 'All entries, as one text.',
  mutates: false,
  call: () =>
    rows
      .map((row) => `${row}\n`)
      .join('')
      .repeat(100),
})

const close = defineTool({
  server: 'ledger',
  name: 'close',
  description: 'Closes the books.',
  call: () => 'closed',
})

// #region standard
const layers = standardLayers({
  scope: { scope: transaction },
  concurrency: { limit: 8, waitMs: 2_000 },
  timeout: { timeoutMs: ({ effect }) => (effect === 'read' ? 5_000 : 30_000) },
  retry: { attempts: 3 },
  policy: {
    rules: [
      { tools: ['@readonly', 'ledger/book'], decide: 'allow' },
      { tools: ['ledger/close'], decide: 'deny', reason: 'books are closed by hand' },
    ],
  },
  outputLimit: { maxBytes: 120 },
  redaction: { output: { patterns: [/\b\d{13,19}\b/] } },
  telemetry: new TelemetryLayer(),
})

let registry = ToolRegistry.empty().register(book, history, close)
for (const layer of layers) registry = registry.layer(layer)
// #endregion standard

// #region nested-scope
const tracing: ToolScope = { wrap: (_context, run) => run() }
registry = registry.layer(new ScopedToolLayer(tracing, { name: 'tracing', ambientOnly: true }))
// #endregion nested-scope

const calls: readonly (readonly [string, object])[] = [
  ['ledger/book', { text: 'paid with 4111111111111111' }],
  ['ledger/book', { text: 'the impossible' }],
  ['ledger/history', {}],
  ['ledger/close', {}],
]
for (const [tool, input] of calls) {
  try {
    const outcome = await registry.dispatch(tool, input, { tenantId: 'acme' })
    console.log(tool, JSON.stringify(outcome))
  } catch (error) {
    if (ToolError.is(error))
      console.log(tool, error.code, error.disposition, '-', error.modelText.split(' Ref')[0])
  }
}
assert.deepEqual(rows, ['acme: paid with 4111111111111111'])
