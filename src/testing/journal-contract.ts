import type { Journal } from '../journal/journals/journal.js'
import type { ContractCase } from './contract-case.js'
import { answerRows } from './contract/answer-rows.js'
import { beginRows } from './contract/begin-rows.js'
import { expiryRows } from './contract/expiry-rows.js'
import { finishRows } from './contract/finish-rows.js'
import { leaseScenes } from './contract/lease-scenes.js'
import { lateRows } from './contract/late-rows.js'
import { operatorRows } from './contract/operator-rows.js'
import { pruningScenes } from './contract/pruning-scenes.js'
import { takeOverRows } from './contract/take-over-rows.js'
import { tenantScenes } from './contract/tenant-scenes.js'
import { textScenes } from './contract/text-scenes.js'
import { times, type ContractTimes, type Scene, type Stage } from './contract/stage.js'

/** Journals on one store of their own, and how to be rid of it. */
export interface ContractJournals {
  /** One more journal on the store, as another process would open it. The contract closes it. */
  open(times: ContractTimes): Journal
  /** Takes the store away, when all journals on it are closed. */
  dispose?(): void | Promise<void>
}

/** What a journal under the contract goes by. */
export interface ContractClock {
  /** The only clock it may judge leases, deadlines and expiry by, in milliseconds since the epoch. The contract moves it. */
  readonly now: () => number
}

/** Makes an empty store; called once for each case. */
export type JournalFactory = (clock: ContractClock) => ContractJournals | Promise<ContractJournals>

/**
 * The contract of journals, for authors of their own: each case is one test. Every row of the table of states is covered,
 * leases and expiry, tenants, pruning, and the texts that stores are known to lose. The name of a case cites the row of the
 * table of states, where there is one.
 *
 * @example With vitest:
 * ```ts
 * describe.each(journalContract(openStore))('my journal', ({ name, run }) => {
 *   it(name, run)
 * })
 * ```
 * @example With node:test:
 * ```ts
 * for (const { name, run } of journalContract(openStore)) test(name, run)
 * ```
 * @example where a store is opened as:
 * ```ts
 * const openStore: JournalFactory = ({ now }) => {
 *   const folder = mkdtempSync(join(tmpdir(), 'journal-'))
 *   return {
 *     open: (times) => sqliteJournal({ path: join(folder, 'calls.db'), now, ...times }),
 *     dispose: () => rmSync(folder, { recursive: true }),
 *   }
 * }
 * ```
 */
export function journalContract(factory: JournalFactory): readonly ContractCase[] {
  return Object.entries(scenes).map(([name, scene]) => ({ name, run: () => play(factory, scene) }))
}

const scenes: Readonly<Record<string, Scene>> = {
  ...beginRows,
  ...takeOverRows,
  ...finishRows,
  ...answerRows,
  ...expiryRows,
  ...operatorRows,
  ...lateRows,
  ...leaseScenes,
  ...tenantScenes,
  ...pruningScenes,
  ...textScenes,
}

/** A day in the past, so that a journal that asks another clock is found out. */
const startMs = Date.UTC(2001, 1, 3)

async function play(factory: JournalFactory, scene: Scene): Promise<void> {
  let nowMs = startMs
  const now = (): number => nowMs
  const advance = (ms: number): void => {
    nowMs += ms
  }
  const journals = await factory({ now })
  const [first, second] = [journals.open(times), journals.open(times)]
  const stage: Stage = { first, second, now, advance }
  try {
    await scene(stage)
  } finally {
    await Promise.allSettled([first.close(), second.close()])
    await journals.dispose?.()
  }
}
