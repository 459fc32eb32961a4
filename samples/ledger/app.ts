import 'reflect-metadata'
import { Container } from 'inversify'
import {
  discoverTools,
  toolModule,
  type ToolEventSink,
  type ToolLayer,
  type ToolRegistry,
} from 'tallystick'
import {
  ApprovalLayer,
  IdempotencyLayer,
  memoryJournal,
  parkForApproval,
  type Journal,
} from 'tallystick/journal'
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

/** Where the books and the records of calls are kept, and who watches. */
export interface LedgerAppOptions {
  readonly databasePath: string
  /** The folder of `accounts.csv` and `postings.csv`, which new books are filled from. */
  readonly dataFolder: URL
  /** @defaultValue one in memory, which ends with the app */
  readonly journal?: Journal
  /** A layer inside of all others, right round the bodies. */
  readonly innermost?: ToolLayer
  readonly sink?: ToolEventSink
}

/** The running service. */
export interface LedgerApp {
  /** What an agent may call. */
  readonly registry: ToolRegistry
  /** Where its calls are recorded, and a person decides on those that wait. */
  readonly journal: Journal
  /** What the host of the agent sees. */
  readonly ledger: Ledger
  close(): Promise<void>
}

/** Opens the books and wires services and tools. */
export async function createLedgerApp(options: LedgerAppOptions): Promise<LedgerApp> {
  const { journal = memoryJournal() } = options
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
  const tools = discoverTools(container, sink === undefined ? {} : { sink })
  const registry = withLayers(tools, journal, options.innermost)
  const ledger = container.get(Ledger)
  seedLedger(ledger, options.dataFolder)
  const close = (): Promise<void> => {
    database.close()
    return journal.close()
  }
  return { registry, journal, ledger, close }
}

/** A call is recorded before its body runs; what its grant wants a person to approve waits for them. */
function withLayers(tools: ToolRegistry, journal: Journal, innermost?: ToolLayer): ToolRegistry {
  const watched = innermost === undefined ? tools : tools.layer(innermost)
  return watched
    .layer(new IdempotencyLayer(journal))
    .layer(new ApprovalLayer(parkForApproval, { when: 'granted' }))
}

/** Planted, so that the demonstration can show who gets to see it. */
export const printerPassword = 'planted-secret'

const printerConnection = `ipps://ledger:${printerPassword}@print.bank.example:8443/statements`
