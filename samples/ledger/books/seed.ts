import { readFileSync } from 'node:fs'
import { AccountKind, type NewAccount } from './account.js'
import { parseCsv, type CsvRecord } from './csv.js'
import { Category, type Entry } from './entry.js'
import type { Ledger } from './ledger.js'

/** Fills empty books with the accounts and postings of a folder; others stay as they are. */
export function seedLedger(ledger: Ledger, dataFolder: URL): void {
  if (ledger.accounts().length > 0) return
  const accounts = readCsv(new URL('accounts.csv', dataFolder)).map(toAccount)
  const entries = toEntries(readCsv(new URL('postings.csv', dataFolder)))
  ledger.import(accounts, entries)
}

function readCsv(file: URL): readonly CsvRecord[] {
  return parseCsv(readFileSync(file, 'utf8'))
}

function toAccount(record: CsvRecord): NewAccount {
  return {
    code: record.text('code'),
    name: record.text('name'),
    kind: record.oneOf('kind', AccountKind),
  }
}

/** The legs of one entry stand on neighbouring lines and say the same of their entry. */
function toEntries(records: readonly CsvRecord[]): readonly Entry[] {
  const entries = new Map<number, Entry>()
  for (const record of records) {
    const number = record.integer('entry')
    const known = entries.get(number) ?? toEntry(record)
    if (!isOfEntry(record, known)) throw record.problem('it differs from the rest of its entry')
    entries.set(number, { ...known, legs: [...known.legs, toLeg(record)] })
  }
  return [...entries.values()]
}

function toEntry(record: CsvRecord): Entry {
  const date = record.text('date')
  if (!/^2026-\d\d-\d\d$/.test(date)) throw record.problem('"date" is no day of 2026')
  return {
    date,
    category: record.oneOf('category', Category),
    memo: record.text('memo'),
    legs: [],
  }
}

function isOfEntry(record: CsvRecord, { date, category, memo }: Entry): boolean {
  return (
    record.text('date') === date &&
    record.oneOf('category', Category) === category &&
    record.text('memo') === memo
  )
}

function toLeg(record: CsvRecord): Entry['legs'][number] {
  return { account: record.text('account'), amountCents: record.integer('amount_cents') }
}
