import { setTimeout as sleep } from 'node:timers/promises'
import type { LedgerApp } from '../app.js'
import { answerTo } from './answer-to.js'
import { approve } from './approve.js'
import { killWorker } from './kill-worker.js'
import { journalTimes, openService } from './service.js'
import type { Crash, PlayedCrash, Told } from './step.js'

/** Has transfers approved, kills the workers that carry them out, and finds out what became of them. */
export async function playCrashes(
  crashes: readonly Crash[],
  folder: string,
): Promise<readonly PlayedCrash[]> {
  const played: PlayedCrash[] = []
  for (const crash of crashes) {
    const killed = await during(folder, (service) => killInTheMiddle(crash, service, folder))
    const told = await during(folder, (service) => callAgain(crash, service))
    played.push({ ...crash, killed, ...told })
  }
  return played
}

/** What happens between one start of the service and its end. */
async function during<Result>(
  folder: string,
  work: (service: LedgerApp) => Promise<Result>,
): Promise<Result> {
  const service = await openService(folder)
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

/** The books after it. */
async function killInTheMiddle(
  crash: Crash,
  service: LedgerApp,
  folder: string,
): Promise<PlayedCrash['killed']> {
  const { answer } = await call(crash, service)
  await approve(service, answer, crash.approvedBy)
  await killWorker(folder, crash.moment)
  return service.ledger.accounts()
}

/** The same call twice: while nobody knows what became of it, and once that can be found out. */
async function callAgain(
  crash: Crash,
  service: LedgerApp,
): Promise<Pick<PlayedCrash, 'doubted' | 'found' | 'record'>> {
  // Until then the journal believes that the worker lives.
  await sleep(journalTimes.leaseMs)
  const doubted = await call(crash, service)
  await sleep(journalTimes.quietMs)
  const found = await call(crash, service)
  const records = await service.journal.list()
  return { doubted, found, record: records.at(-1) }
}

async function call({ wireName, input }: Crash, service: LedgerApp): Promise<Told> {
  const answer = await answerTo(() => service.registry.dispatch(wireName, input))
  return { answer, accounts: service.ledger.accounts() }
}
