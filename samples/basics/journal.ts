import 'reflect-metadata'
import assert from 'node:assert/strict'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IsInt, IsString, Length, Min } from 'class-validator'
import { Container, inject } from 'inversify'
import { discoverTools, Tool, toolModule, type ToolContext, type ToolOutcome } from 'tallystick'
import {
  ApprovalLayer,
  IdempotencyLayer,
  memoryJournal,
  parkForApproval,
  sqliteJournal,
} from 'tallystick/journal'

/** Stands in for a bank that knows the keys it was given. */
class Bank {
  readonly #receipts = new Map<string, string>()
  /** How often money moved. */
  transfers = 0
  isCut = false

  pay({ cents, key = 'none' }: { readonly cents: number; readonly key?: string | undefined }) {
    this.transfers += 1
    const receipt = `receipt ${this.transfers.toString()}: ${cents.toString()} cents`
    this.#receipts.set(key, receipt)
    if (this.isCut) throw new Error('read ECONNRESET')
    return receipt
  }

  find(key = 'none') {
    return this.#receipts.get(key)
  }
}

// #region key
@Tool({ server: 'bank', name: 'pay', description: 'Pay an invoice.', idempotencyKey: 'invoice' })
class Pay {
  @IsString()
  @Length(1, 64)
  invoice!: string

  @IsInt()
  @Min(1)
  amountCents!: number

  constructor(@inject(Bank) private readonly bank: Bank) {}

  async call(context: ToolContext) {
    return this.bank.pay({ cents: this.amountCents, key: context.idempotencyKey })
  }

  /** Nobody knows whether `call` got through: the bank does. */
  async reconcile(context: ToolContext) {
    const receipt = this.bank.find(context.idempotencyKey)
    return receipt === undefined
      ? { verdict: 'did-not-happen' }
      : { verdict: 'landed', value: receipt }
  }
}
// #endregion key

// #region key-method
@Tool({ server: 'bank', name: 'refund', description: 'Pay a claim back.' })
class Refund {
  @IsString()
  @Length(1, 64)
  claim!: string

  @IsInt()
  @Min(1)
  instalment!: number

  idempotencyKey() {
    return [this.claim, this.instalment] // arguments and nothing else
  }

  async call() {
    return `paid instalment ${this.instalment.toString()} of ${this.claim}`
  }
}
// #endregion key-method

const bank = new Bank()
const container = new Container()
container.bind(Bank).toConstantValue(bank)
container.load(toolModule(Pay, Refund))
const folder = mkdtempSync(join(tmpdir(), 'tallystick-journal-'))

// #region layers
const journal = sqliteJournal({ path: join(folder, 'calls.db') })
const registry = discoverTools(container)
  .layer(new IdempotencyLayer(journal)) // the body of a key runs once
  .layer(new ApprovalLayer(parkForApproval)) // and not before a person approved of it
// #endregion layers

// #region twice
const payment = { invoice: 'INV-7', amountCents: 1250 }
const asked = await registry.dispatch('bank/pay', payment) // suspended: it waits for a person

const tenantId = 'default'
for (const { suspensionId } of await journal.pending({ tenantId })) {
  await journal.approve({ suspensionId, tenantId, by: 'ada' }) // in any process with the file
}
const [resumed] = await registry.resumeAnswered() // pays, in one that has the tools
const again = await registry.dispatch('bank/pay', payment) // its receipt once more, and no payment
// #endregion twice

assert.equal(asked.status, 'suspended')
assert.ok(resumed?.result.status === 'fulfilled')
assert.deepEqual(resumed.result.value, { status: 'output', value: 'receipt 1: 1250 cents' })
assert.ok(again.status === 'output' && again.deduplicatedFrom !== undefined)
assert.equal(again.value, 'receipt 1: 1250 cents')
assert.equal(bank.transfers, 1)

const other = { invoice: 'INV-7', amountCents: 1 }
await assert.rejects(registry.dispatch('bank/pay', other), { code: 'KEY_REUSED' })

// Without approval from here on, and with times for which nobody has to wait.
const impatient = memoryJournal({ quietMs: 0 })
const unasked = discoverTools(container).layer(new IdempotencyLayer(impatient))
const refund = { claim: 'C-1', instalment: 1 }
await unasked.dispatch('bank/refund', refund)
const refunded = await unasked.dispatch('bank/refund', { ...refund, instalment: 2 })
assert.ok(refunded.status === 'output' && refunded.deduplicatedFrom === undefined)

bank.isCut = true
const cut = { invoice: 'INV-8', amountCents: 99 }
await assert.rejects(unasked.dispatch('bank/pay', cut), { disposition: 'in-doubt' })
bank.isCut = false

// #region in-doubt
const doubtful = await impatient.list({ states: ['in-doubt'] })
for (const { id, call, attempt } of doubtful) console.log(call.tool, call.arguments, id, attempt)
// #endregion in-doubt

const found = await unasked.dispatch('bank/pay', cut)
assert.equal(doubtful.length, 1)
assert.deepEqual(valueOf(found), 'receipt 2: 99 cents')
assert.equal(bank.transfers, 2)

// #region events
const alarms: string[] = []
const watched = registry.observe(({ type, tool, callId }) => {
  if (type === 'unsettled') alarms.push(`${tool ?? ''} ${callId}: look into its record`)
})
// #endregion events

// #region prune
const month = 30 * 24 * 3_600_000
const pruned = await journal.prune({ olderThanMs: month }) // how many records it touched
// #endregion prune

assert.equal(pruned, 0)
assert.equal(valueOf(await watched.dispatch('bank/pay', payment)), 'receipt 1: 1250 cents')
assert.deepEqual(alarms, [])

const secret = randomBytes(32)

// #region seal
function seal(text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

function open(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const sealed = sqliteJournal({ path: join(folder, 'sealed.db'), seal, open })
// #endregion seal

const kept = discoverTools(container).layer(new IdempotencyLayer(sealed))
await kept.dispatch('bank/refund', { claim: 'C-secret', instalment: 1 })
await sealed.close()
assert.ok(!readFileSync(join(folder, 'sealed.db')).includes('C-secret'))

await journal.close()
assert.ok(readFileSync(join(folder, 'calls.db')).includes('INV-7'))
rmSync(folder, { recursive: true, force: true })

function valueOf(outcome: ToolOutcome): unknown {
  return outcome.status === 'output' ? outcome.value : undefined
}
