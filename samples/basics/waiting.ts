import 'reflect-metadata'
import assert from 'node:assert/strict'
import { IsString, Length } from 'class-validator'
import { Container } from 'inversify'
import {
  defineTool,
  discoverTools,
  suspend,
  Tool,
  toolModule,
  ToolRegistry,
  type ToolContext,
  type ToolOutcome,
} from 'tallystick'
import {
  ApprovalLayer,
  IdempotencyLayer,
  memoryJournal,
  proposalText,
  type SuspensionRequest,
  type Approver,
} from 'tallystick/journal'
import { bindManifest, parseManifest } from 'tallystick/manifest'

// #region suspend
@Tool({ server: 'rail', name: 'book', description: 'Book a seat.', idempotencyKey: 'trip' })
class Book {
  @IsString()
  @Length(1, 64)
  trip!: string

  call() {
    const inputSchema = { enum: ['aisle', 'window'] }
    return suspend({ reason: `Which seat for ${this.trip}?`, inputSchema, expiresInMs: 3_600_000 })
  }

  resume(_context: ToolContext, answer: string | { seat: string; meal: boolean }) {
    if (typeof answer === 'string') return suspend(mealFor(answer))
    return `${this.trip}: ${answer.seat}, ${answer.meal ? 'with' : 'without'} a meal`
  }
}

/** `resume` gets the last answer only, so that the question carries what was answered before. */
function mealFor(seat: string): SuspensionRequest {
  const inputSchema = {
    properties: { seat: { const: seat }, meal: { type: 'boolean' } },
    required: ['seat', 'meal'],
  } as const
  return { reason: 'With a meal?', inputSchema }
}
// #endregion suspend

const container = new Container()
container.load(toolModule(Book))
const journal = memoryJournal()
const registry = discoverTools(container).layer(new IdempotencyLayer(journal))

// #region resume
const acme = { tenantId: 'acme' }
const first = await registry.dispatch('rail/book', { trip: 'T-1' }, acme)
const second = await registry.resume(idOf(first), 'window', acme)
const booked = await registry.resume(idOf(second), { seat: 'window', meal: false }, acme)
// #endregion resume

assert.deepEqual(booked, { status: 'output', value: 'T-1: window, without a meal' })
await assert.rejects(registry.resume(idOf(first), 'aisle', acme), { code: 'UNKNOWN_SUSPENSION' })
await assert.rejects(registry.resume(idOf(second), { seat: 'aisle', meal: true }, acme), {
  code: 'ALREADY_ANSWERED',
})

// #region id-of
function idOf(outcome: ToolOutcome): string {
  return outcome.status === 'suspended' ? (outcome.suspension.id ?? '') : ''
}
// #endregion id-of

// A tool without `resume`: the answer is the output, a no as well as a yes.
const confirm = defineTool({
  server: 'desk',
  name: 'confirm',
  description: 'Ask the customer.',
  mutates: false,
  call: () => suspend({ reason: 'Is that right?', inputSchema: { type: 'boolean' } }),
})
const desk = ToolRegistry.empty().register(confirm).layer(new IdempotencyLayer(journal))
const open = idOf(await desk.dispatch('desk/confirm', {}))
assert.deepEqual(await desk.resume(open, false), { status: 'output', value: false })

const paid: unknown[] = []
const pay = defineTool({
  server: 'bank',
  name: 'pay',
  description: 'Pay an invoice.',
  idempotencyKey: 'invoice',
  inputSchema: {
    type: 'object',
    properties: { invoice: { type: 'string' }, amountCents: { type: 'integer', minimum: 1 } },
    required: ['invoice', 'amountCents'],
  },
  call: (args) => paid.push(args),
})
const tools = ToolRegistry.empty().register(pay).layer(new IdempotencyLayer(journal))
const read: string[] = []
let said = 'yes'
async function askOnTerminal(text: string, signal: AbortSignal) {
  signal.throwIfAborted()
  read.push(text)
  return said
}

// #region approver
const approver: Approver = async (proposal, signal) => {
  const word = await askOnTerminal(`${proposalText(proposal)}\nPay it? `, signal)
  if (word === 'later') return { decision: 'park' }
  if (word === 'yes') return { decision: 'approve', decidedBy: 'ada' }
  return { decision: 'deny', decidedBy: 'ada', reason: word }
}

const attended = tools.layer(
  new ApprovalLayer(approver, {
    when: ({ arguments: { amountCents } }) => Number(amountCents) > 1_000,
    expiresInMs: 24 * 3_600_000,
  }),
)
// #endregion approver

await attended.dispatch('bank/pay', { invoice: 'INV-1', amountCents: 999 })
assert.equal(read.length, 0)
await attended.dispatch('bank/pay', { invoice: 'INV-2', amountCents: 2_000 })
assert.match(read[0] ?? '', /"amountCents": 2000/)
said = 'twice the price'
await assert.rejects(attended.dispatch('bank/pay', { invoice: 'INV-3', amountCents: 9_000 }), {
  code: 'APPROVAL_DENIED',
})
said = 'later'
const parked = await attended.dispatch('bank/pay', { invoice: 'INV-4', amountCents: 9_000 })
assert.equal(paid.length, 2)

// #region decide
const suspensionId = idOf(parked)
await journal.approve({ suspensionId, tenantId: 'default', by: 'bo' }) // by any process
const settled = await attended.resume(suspensionId) // by one that has the tools
// #endregion decide

assert.deepEqual(settled, { status: 'output', value: 3 })

// #region external
const pickUp = defineTool({
  server: 'courier',
  name: 'pick_up',
  description: 'Have a parcel picked up.',
  idempotencyKey: 'parcel',
  inputSchema: { properties: { parcel: { type: 'string' } }, required: ['parcel'] },
  call: ({ parcel }: { parcel: string }) =>
    suspend({
      reason: `the courier picks up ${parcel}`,
      external: true, // `inputSchema` is that of what the courier reports
      inputSchema: {
        properties: { parcel: { type: 'string' }, signedBy: { type: 'string' } },
        required: ['parcel', 'signedBy'],
      },
    }),
})
// #endregion external

const manifest = parseManifest(`
apiVersion: tallystick/v1
kind: ToolManifest
metadata: { name: parcels, version: 1.0.0 }
spec:
  tools:
    - ref: tool://courier/pick_up
      description: Have a parcel picked up.
      completions: { trust: [courier-7], requireEqual: [parcel] }
`)
const parcels = bindManifest(
  ToolRegistry.empty().register(pickUp).layer(new IdempotencyLayer(journal)),
  manifest,
)
const picking = idOf(await parcels.dispatch('courier/pick_up', { parcel: 'P-1' }))
const tool = 'courier/pick_up'
await assert.rejects(
  parcels.complete(picking, { tool, output: { parcel: 'P-1', signedBy: 'me' } }, {}),
  { code: 'REFUSED' },
)

// #region complete
const courier = { principal: { id: 'courier-7', kind: 'service' } } as const
const output = { parcel: 'P-1', signedBy: 'Bo' }
const delivered = await parcels.complete(picking, { tool: 'courier/pick_up', output }, courier)
// #endregion complete

assert.deepEqual(delivered, { status: 'output', value: output })
assert.deepEqual(await parcels.dispatch('courier/pick_up', { parcel: 'P-1' }), {
  ...delivered,
  deduplicatedFrom: (await journal.list()).at(-1)?.call.callId,
})
