import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LedgerApp } from '../../samples/ledger/app.js'
import type { Account } from '../../samples/ledger/books/account.js'
import type * as EntryModule from '../../samples/ledger/books/entry.js'
import { booksOfTest, callTool, importCompiled, openBooks } from './compiled-ledger.js'

const money = { from: 'cash-till', to: 'bank-main', amountCents: 10_000 }

function balanceOf({ ledger }: LedgerApp, code: string): number {
  return ledger.account(code).balanceCents
}

function totalCents(accounts: readonly Account[]): number {
  return accounts.reduce((sum, { balanceCents }) => sum + balanceCents, 0)
}

function isOverdrawn({ code, balanceCents }: Account): boolean {
  const assets = ['cash-till', 'bank-main', 'bank-savings', 'oven-fund', 'spare']
  return assets.includes(code) && balanceCents < 0
}

describe('ledger/balance', () => {
  it('declares an unknown account as a failure', async () => {
    const outcome = await callTool(await booksOfTest(), 'balance', { account: 'bank-mian' })
    expect(outcome).toMatchObject({
      status: 'TOOL_FAILED',
      disposition: 'did-not-happen',
      modelText: 'There is no account "bank-mian".',
    })
  })
})

describe('ledger/postings', () => {
  const march = { from: '2026-03-01T00:00:00Z', to: '2026-03-31T00:00:00Z' }

  it('returns the postings of the days asked for, both included, earliest first', async () => {
    const period = { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' }
    const { value } = await callTool(await booksOfTest(), 'postings', { period })
    const dates = (value as readonly { readonly date: string }[]).map(({ date }) => date)
    const [second, third] = ['2026-01-02', '2026-01-03']
    expect(dates).toEqual([...Array<string>(6).fill(second), ...Array<string>(4).fill(third)])
  })

  it.each([
    ['20 unless told', {}, 20],
    ['as many as told', { limit: 3 }, 3],
  ])('returns %s', async (_many, limit, count) => {
    const outcome = await callTool(await booksOfTest(), 'postings', { period: march, ...limit })
    expect(outcome['value']).toHaveLength(count)
  })

  it('declares a period that ends before it starts as a failure', async () => {
    const period = { from: march.to, to: march.from }
    const outcome = await callTool(await booksOfTest(), 'postings', { period })
    expect(outcome).toMatchObject({ status: 'TOOL_FAILED', disposition: 'did-not-happen' })
  })

  it('keeps to one category', async () => {
    const app = await booksOfTest()
    const { value } = await callTool(app, 'postings', { period: march, category: 'rent' })
    expect(value).toMatchObject([
      { account: 'rent', amountCents: 185_000 },
      { account: 'bank-main', amountCents: -185_000 },
    ])
  })

  it.each([
    ['no period', {}, ['period']],
    ['a period without end', { period: { from: march.from } }, ['period.to']],
    ['several periods', { period: [march] }, ['period']],
    ['a day without time', { period: { ...march, to: '2026-03-31' } }, ['period.to']],
    ['a misspelt day', { period: { ...march, till: march.to } }, ['period.till']],
    ['no postings at all', { period: march, limit: 0 }, ['limit']],
    ['a category in capitals', { period: march, category: 'Rent' }, ['category']],
  ])('refuses %s', async (_what, input, paths) => {
    const outcome = await callTool(await booksOfTest(), 'postings', input)
    expect(outcome).toMatchObject({ status: 'INVALID_ARGUMENTS', paths })
  })
})

describe('ledger/transfer', () => {
  it('moves money once a reference, and answers the same call with the same receipt', async () => {
    const app = await booksOfTest()
    const first = await callTool(app, 'transfer', { ...money, reference: 'INV-1' })
    const again = await callTool(app, 'transfer', { ...money, reference: 'INV-1' })
    expect(again).toEqual({ ...first, deduplicatedFrom: expect.any(String) as string })
    expect(balanceOf(app, 'cash-till')).toBe(124_700)
  })

  it('refuses a reference that paid something else', async () => {
    const app = await booksOfTest()
    await callTool(app, 'transfer', { ...money, reference: 'INV-1' })
    const other = { ...money, amountCents: 1, reference: 'INV-1' }
    expect(await callTool(app, 'transfer', other)).toMatchObject({ status: 'KEY_REUSED' })
    expect(balanceOf(app, 'cash-till')).toBe(124_700)
  })

  it('books a reference once even where no journal stands before the books', async () => {
    const { ledger } = await booksOfTest()
    const receipt = ledger.transfer({ ...money, reference: 'INV-1' })
    expect(() => ledger.transfer({ ...money, reference: 'INV-1' })).toThrow('already paid')
    expect(ledger.findReceipt('INV-1')).toEqual(receipt)
    expect(ledger.findReceipt('INV-2')).toBeUndefined()
  })

  it('tells what was booked then, whatever was booked since', async () => {
    const { ledger } = await booksOfTest()
    const receipt = ledger.transfer({ ...money, reference: 'INV-1' })
    ledger.transfer({ ...money, reference: 'INV-2' })
    expect(ledger.findReceipt('INV-1')).toEqual(receipt)
    expect(receipt.from).toEqual({ code: 'cash-till', balanceCents: 124_700 })
  })

  it.each([
    ['the money is not there', { amountCents: 134_701 }, 'There is not enough money'],
    ['the payer is unknown', { from: 'till' }, 'There is no account "till".'],
    ['the payee is unknown', { to: 'bank' }, 'There is no account "bank".'],
    ['the payer is no asset', { from: 'sales-shop' }, 'not an asset account'],
    ['payer and payee are one', { to: 'cash-till' }, 'The two accounts are the same.'],
  ])('declares a failure and books nothing when %s', async (_case, change, text) => {
    const app = await booksOfTest()
    const before = app.ledger.accounts()
    const input = { ...money, ...change, reference: 'INV-1' }
    const outcome = await callTool(app, 'transfer', input)
    expect(outcome).toMatchObject({ status: 'TOOL_FAILED', disposition: 'did-not-happen' })
    expect(outcome['modelText']).toContain(text)
    expect(app.ledger.accounts()).toEqual(before)
  })

  it('neither overdraws nor loses money when 50 run at once', async () => {
    const app = await booksOfTest()
    const calls = Array.from({ length: 50 }, (_, index) =>
      callTool(app, 'transfer', { ...money, reference: `INV-${index}` }),
    )
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter(({ status }) => status === 'output')).toHaveLength(13)
    expect(balanceOf(app, 'cash-till')).toBe(4_700)
    expect(balanceOf(app, 'bank-main')).toBe(3_135_755 + 130_000)
    expect(totalCents(app.ledger.accounts())).toBe(0)
  })
})

describe('ledger/open_account and ledger/close_account', () => {
  const van = { code: 'van-fund', name: 'Set aside for a van', kind: 'asset' }

  it('open an account once', async () => {
    const app = await booksOfTest()
    const first = await callTool(app, 'open_account', van)
    const again = await callTool(app, 'open_account', van)
    expect([first.status, again.status]).toEqual(['output', 'TOOL_FAILED'])
    expect(app.ledger.account('van-fund')).toMatchObject({ balanceCents: 0, isClosed: false })
  })

  it('close only an account whose balance is zero', async () => {
    const app = await booksOfTest()
    const outcome = await callTool(app, 'close_account', { account: 'cash-till' })
    expect(outcome).toMatchObject({ status: 'TOOL_FAILED', disposition: 'did-not-happen' })
    expect(app.ledger.account('cash-till').isClosed).toBe(false)
  })

  it('leave a closed account that takes no money and closes no second time', async () => {
    const app = await booksOfTest()
    await callTool(app, 'open_account', van)
    const closed = await callTool(app, 'close_account', { account: 'van-fund' })
    const paid = await callTool(app, 'transfer', { ...money, to: 'van-fund', reference: 'INV-1' })
    const again = await callTool(app, 'close_account', { account: 'van-fund' })
    expect([closed, paid, again].map(({ status }) => status)).toEqual([
      'output',
      'TOOL_FAILED',
      'TOOL_FAILED',
    ])
    expect(paid['modelText']).toBe('The account "van-fund" is closed.')
  })
})

describe('ledger/export_statement', () => {
  it('keeps the connection of the printer from the model', async () => {
    const outcome = await callTool(await booksOfTest(), 'export_statement', { account: 'rent' })
    expect(outcome).toMatchObject({ status: 'TOOL_FAILED', disposition: 'in-doubt' })
    expect(outcome['modelText']).toMatch(
      /^The tool failed unexpectedly\. It is not known whether it took effect\. Reference: \w{12}\.$/,
    )
  })
})

const anyAccount = fc.constantFrom(
  'cash-till',
  'bank-main',
  'oven-fund',
  'vat-payable',
  'spare',
  '',
)
const anyCall = fc.oneof(
  fc.record({
    tool: fc.constant('transfer'),
    from: anyAccount,
    to: anyAccount,
    amountCents: fc.oneof(fc.integer({ min: -10, max: 2_000_000 }), fc.double()),
    reference: fc.string({ maxLength: 8 }),
  }),
  fc.record({ tool: fc.constant('open_account'), code: anyAccount, kind: fc.constant('asset') }),
  fc.record({ tool: fc.constant('close_account'), account: anyAccount }),
)

describe('the books', () => {
  it('keep every promise whatever is called', { timeout: 30_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 25 }), async (calls) => {
        const app = await openBooks()
        try {
          for (const call of calls) await callAndInspect(app, call)
        } finally {
          await app.close()
        }
      }),
      { numRuns: 20 },
    )
  })

  it('take over all entries of an import or none', async () => {
    const { Category } = (await importCompiled('books/entry.js')) as typeof EntryModule
    const { ledger } = await booksOfTest()
    const before = ledger.accounts()
    const [paid, taken] = [
      { account: 'rent', amountCents: 1 },
      { account: 'bank-main', amountCents: -1 },
    ]
    const entry = { date: '2026-07-01', category: Category.Rent, memo: 'Rent' }
    const entries = [
      { ...entry, legs: [paid, taken] },
      { ...entry, legs: [paid] },
    ]
    expect(() => ledger.import([], entries)).toThrow('its legs sum to 1 cents')
    expect(ledger.accounts()).toEqual(before)
  })
})

/** Makes one call; the sum stays zero, no asset is overdrawn, a call that failed changed nothing. */
async function callAndInspect(app: LedgerApp, call: { readonly tool: string }): Promise<void> {
  const { tool, ...input } = call
  const before = app.ledger.accounts()
  const named = tool === 'open_account' ? { ...input, name: 'Spare' } : input
  const { status } = await callTool(app, tool, named)
  const after = app.ledger.accounts()
  expect(totalCents(after)).toBe(0)
  expect(after.filter(isOverdrawn)).toEqual([])
  if (status !== 'output') expect(after).toEqual(before)
}
