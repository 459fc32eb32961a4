import 'reflect-metadata'
import { Container } from 'inversify'
import { discoverTools, toolModule, type ToolEventSink, type ToolRegistry } from 'tallystick'
import { Clock } from './books/clock.js'
import { Database } from './books/database.js'
import { Ledger } from './books/ledger.js'
import { seedLedger } from './books/seed.js'
import { StatementPrinter } from './books/statement-printer.js'
import { Balance } from './tools/balance.js'
import { CloseAccount } from './tools/close-account.js'
import { ExportStatement } from './tools/export-statement.js'
import { OpenAccount } from './tools/open-account.js'
import { Postings } from './tools/postings.js'
import { Transfer } from './tools/transfer.js'

/** Where the books are kept, and who watches. */
export interface LedgerAppOptions {
  readonly databasePath: string
  /** The folder of `accounts.csv` and `postings.csv`, which new books are filled from. */
  readonly dataFolder: URL
  readonly sink?: ToolEventSink
}

/** The running service. */
export interface LedgerApp {
  /** What an agent may call. */
  readonly registry: ToolRegistry
  /** What the host of the agent sees. */
  readonly ledger: Ledger
  close(): void
}

/** Opens the books and wires services and tools. */
export async function createLedgerApp(options: LedgerAppOptions): Promise<LedgerApp> {
  const database = await Database.open(options.databasePath)
  const container = new Container()
  container.bind(Database).toConstantValue(database)
  container.bind(Clock).toConstantValue(new Clock('2026-07-01'))
  container.bind(Ledger).toSelf().inSingletonScope()
  container.bind(StatementPrinter).toConstantValue(new StatementPrinter(printerConnection))
  container.load(
    toolModule(Balance, Postings, Transfer, OpenAccount, CloseAccount, ExportStatement),
  )
  const { sink } = options
  const registry = discoverTools(container, sink === undefined ? {} : { sink })
  const ledger = container.get(Ledger)
  seedLedger(ledger, options.dataFolder)
  return { registry, ledger, close: () => database.close() }
}

/** Planted, so that the demonstration can show who gets to see it. */
export const printerPassword = 'planted-secret'

const printerConnection = `ipps://ledger:${printerPassword}@print.bank.example:8443/statements`
