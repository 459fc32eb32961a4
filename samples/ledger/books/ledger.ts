import { inject, injectable } from 'inversify'
import { AccountKind, type Account, type NewAccount } from './account.js'
import { Clock } from './clock.js'
import { Database, type SqlRow } from './database.js'
import { Category, type Entry, type Posting } from './entry.js'
import { getMember } from './enum-member.js'
import { LedgerRefusal } from './ledger-refusal.js'

/** Money that moves from one account to another. */
export interface Transfer {
  readonly from: string
  readonly to: string
  readonly amountCents: number
  /** Names what is paid; the ledger books it once. */
  readonly reference: string
}

/** What was booked by a transfer. */
export interface Receipt {
  readonly entry: number
  readonly date: string
  readonly amountCents: number
  readonly from: Pick<Account, 'code' | 'balanceCents'>
  readonly to: Pick<Account, 'code' | 'balanceCents'>
}

/** Which postings are asked for, both days included. */
export interface PostingQuery {
  readonly from: string
  readonly to: string
  readonly category?: Category | undefined
  readonly limit: number
}

/**
 * Double-entry books. They hold three promises whatever is called: the legs of every entry sum to zero, no asset
 * account goes below zero by a transfer, and nothing is booked on a closed account.
 */
@injectable()
export class Ledger {
  constructor(
    @inject(Database) private readonly database: Database,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws LedgerRefusal for an account that does not exist. */
  account(code: string): Account {
    const row = this.database.find(`${selectAccounts} WHERE code = ?`, code)
    if (row === undefined) throw new LedgerRefusal(`There is no account "${code}".`)
    return toAccount(row)
  }

  accounts(): readonly Account[] {
    return this.database.all(`${selectAccounts} ORDER BY accounts.rowid`).map(toAccount)
  }

  /**
   * The earliest postings of the days asked for.
   * @throws LedgerRefusal when the last day comes before the first.
   */
  postings({ from, to, category, limit }: PostingQuery): readonly Posting[] {
    if (to < from) throw new LedgerRefusal('The period ends before it starts.')
    const wanted = category ?? null
    return this.database.all(selectPostings, from, to, wanted, wanted, limit).map(toPosting)
  }

  /**
   * Moves money, whole or not at all.
   * @throws LedgerRefusal when an account cannot take part, the money is not there, or the reference was used.
   */
  transfer({ from, to, amountCents, reference }: Transfer): Receipt {
    return this.database.transaction(() => {
      this.#assertMayTransfer({ from, to, amountCents, reference })
      const legs = [
        { account: to, amountCents },
        { account: from, amountCents: -amountCents },
      ]
      const date = this.clock.today()
      const entry = { date, category: Category.Transfer, memo: reference, reference, legs }
      this.#book(entry)
      return this.#getReceipt(reference)
    })
  }

  /** What was booked under a reference, as its transfer was told; undefined when nothing was. */
  findReceipt(reference: string): Receipt | undefined {
    const [paid, received] = this.database.all(selectReceipt, reference)
    return paid && received && toReceipt(paid, received)
  }

  /** Takes over the books of another system: its accounts and entries, all of them or none. */
  import(accounts: readonly NewAccount[], entries: readonly Entry[]): void {
    this.database.transaction(() => {
      for (const account of accounts) this.#insert(account)
      for (const entry of entries) this.#book(entry)
    })
  }

  /** @throws LedgerRefusal when the code is taken. */
  open(account: NewAccount): Account {
    const { code } = account
    return this.database.transaction(() => {
      if (this.database.find('SELECT 1 FROM accounts WHERE code = ?', code) !== undefined) {
        throw new LedgerRefusal(`There is an account "${code}" already.`)
      }
      this.#insert(account)
      return this.account(code)
    })
  }

  /** @throws LedgerRefusal when the account is closed, or there is still money on it. */
  close(code: string): Account {
    return this.database.transaction(() => {
      const { balanceCents } = this.#openAccount(code)
      if (balanceCents !== 0) {
        throw new LedgerRefusal(`The balance of "${code}" is not zero. Transfer it first.`)
      }
      this.database.run(
        'UPDATE accounts SET closed_on = ? WHERE code = ?',
        this.clock.today(),
        code,
      )
      return this.account(code)
    })
  }

  #assertMayTransfer({ from, to, amountCents, reference }: Transfer): void {
    const payer = this.#openAccount(from)
    this.#openAccount(to)
    if (from === to) throw new LedgerRefusal('The two accounts are the same.')
    if (payer.kind !== AccountKind.Asset) {
      throw new LedgerRefusal(`"${from}" is not an asset account; only those can pay.`)
    }
    if (payer.balanceCents < amountCents) {
      throw new LedgerRefusal(`There is not enough money on "${from}".`)
    }
    if (this.database.find('SELECT 1 FROM entries WHERE reference = ?', reference) !== undefined) {
      throw new LedgerRefusal('This reference was already paid.')
    }
  }

  #insert({ code, name, kind }: NewAccount): void {
    this.database.run('INSERT INTO accounts (code, name, kind) VALUES (?, ?, ?)', code, name, kind)
  }

  #openAccount(code: string): Account {
    const account = this.account(code)
    if (account.isClosed) throw new LedgerRefusal(`The account "${code}" is closed.`)
    return account
  }

  #getReceipt(reference: string): Receipt {
    const receipt = this.findReceipt(reference)
    if (receipt === undefined) throw new Error('A transfer was booked, and its entry is not there.')
    return receipt
  }

  /** The one place that writes postings; it refuses an entry whose legs do not sum to zero. */
  #book({ date, category, memo, reference, legs }: Entry): void {
    const sum = legs.reduce((total, { amountCents }) => total + amountCents, 0)
    if (sum !== 0) throw new Error(`Entry of ${date}: its legs sum to ${sum} cents. Balance it.`)
    const row = this.database.find(insertEntry, date, category, memo, reference ?? null)
    const entry = Number(row?.['id'])
    for (const { account, amountCents } of legs) {
      this.database.run(insertPosting, entry, account, amountCents)
    }
  }
}

const selectAccounts = `
  SELECT code, name, kind, closed_on,
    (SELECT coalesce(sum(amount_cents), 0) FROM postings WHERE account = code) AS balance_cents
  FROM accounts`

const selectPostings = `
  SELECT entry, date, category, account, amount_cents, memo
  FROM postings JOIN entries ON entries.id = postings.entry
  WHERE date BETWEEN ? AND ? AND (category = ? OR ? IS NULL)
  ORDER BY date, entry, postings.rowid
  LIMIT ?`

/** The two legs of a transfer, the paying one first, with what was on their accounts then. */
const selectReceipt = `
  SELECT entry, date, account, amount_cents,
    (SELECT sum(amount_cents) FROM postings AS earlier
     WHERE earlier.account = postings.account AND earlier.entry <= postings.entry) AS balance_cents
  FROM postings JOIN entries ON entries.id = postings.entry
  WHERE reference = ?
  ORDER BY amount_cents`

const insertEntry = `
  INSERT INTO entries (date, category, memo, reference) VALUES (?, ?, ?, ?) RETURNING id`

const insertPosting = 'INSERT INTO postings (entry, account, amount_cents) VALUES (?, ?, ?)'

function toAccount(row: SqlRow): Account {
  return {
    code: String(row['code']),
    name: String(row['name']),
    kind: getMember(AccountKind, row['kind']),
    balanceCents: Number(row['balance_cents']),
    isClosed: row['closed_on'] !== null,
  }
}

function toReceipt(paid: SqlRow, received: SqlRow): Receipt {
  return {
    entry: Number(paid['entry']),
    date: String(paid['date']),
    amountCents: Number(received['amount_cents']),
    from: toStanding(paid),
    to: toStanding(received),
  }
}

function toStanding(row: SqlRow): Receipt['from'] {
  return { code: String(row['account']), balanceCents: Number(row['balance_cents']) }
}

function toPosting(row: SqlRow): Posting {
  return {
    entry: Number(row['entry']),
    date: String(row['date']),
    category: getMember(Category, row['category']),
    account: String(row['account']),
    amountCents: Number(row['amount_cents']),
    memo: String(row['memo']),
  }
}
