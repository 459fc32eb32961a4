// Run by compilers.test.ts in a process of its own: loads a compiled `app.js`, makes every call of a table and prints
// what came of it as JSON. References and ids of calls differ from run to run, so they are replaced.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const period = { from: '2026-03-01T00:00:00Z', to: '2026-03-31T23:59:59+02:00' }
const money = { from: 'bank-main', to: 'bank-savings', amountCents: 1250, reference: 'INV-7' }

const table = [
  ['balance', { account: 'bank-main' }],
  ['balance', {}],
  ['balance', null],
  ['balance', []],
  ['balance', '{"account":"rent"}'],
  ['balance', { account: 7 }],
  ['balance', { acount: 'bank-main' }],
  ['balance', { account: 'bank-main', ledger: {} }],
  ['balance', { account: 'bank-main', call: 1 }],
  ['balance', JSON.parse('{"account":"bank-main","__proto__":{"ledger":1}}')],
  ['postings', { period }],
  ['postings', { period, category: 'repairs' }],
  ['postings', { period, category: 'Repairs', limit: 0.5 }],
  ['postings', { period, category: null }],
  ['postings', { period, limit: 1 }],
  ['postings', { period: { ...period, to: 'tomorrow', until: 1 }, limit: 101 }],
  ['postings', { period: [period] }],
  ['postings', { period: { constructor: {} } }],
  ['transfer', money],
  ['transfer', money],
  ['transfer', { ...money, amountCents: '1250', reference: 'INV-8' }],
  ['transfer', { ...money, amountCents: 1e12, reference: 'INV-8' }],
  ['open_account', { code: 'van-fund', name: 'Set aside for a van', kind: 'asset' }],
  ['open_account', { code: 'Van Fund', name: '', kind: 'Asset' }],
  ['close_account', { account: 'van-fund' }],
  ['transfer', { ...money, to: 'van-fund', reference: 'INV-9' }],
  ['close_account', { account: 'bank-main' }],
  ['export_statement', { account: 'bank-main' }],
  ['withdraw', { account: 'bank-main' }],
]

const [appUrl, dataFolder] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'ledger-compilers-'))
try {
  const { createLedgerApp } = await import(appUrl)
  await printReport(createLedgerApp)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function printReport(createLedgerApp) {
  const databasePath = join(folder, 'books.sqlite')
  const app = await createLedgerApp({ databasePath, dataFolder: new URL(dataFolder) })
  const calls = []
  for (const [name, input] of table) calls.push(await call(app.registry, name, input))
  const report = { schemas: app.registry.descriptors(), calls, accounts: app.ledger.accounts() }
  await app.close()
  const text = JSON.stringify(report).replace(/(reference\W+)[0-9a-f]{12}\b/gi, '$1…')
  console.log(text.replace(/("deduplicatedFrom":")[^"]+/g, '$1…'))
}

async function call(registry, name, input) {
  try {
    return { name, outcome: await registry.dispatch(`ledger__${name}`, input) }
  } catch (error) {
    return { name, error: error.toJSON() }
  }
}
