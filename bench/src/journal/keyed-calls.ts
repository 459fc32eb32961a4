import type { ToolRegistry } from '../../../dist/index.js'
import { formatSpread, spreadOf } from '../statistics.js'
import { bankOn, inFolder, journalIn, payClaims } from './bank.js'
import { diskUnder, type Disk } from './disk.js'

const warmUpRounds = 3
const measuredRounds = 15
const appends = 200
const aloneCalls = 100
const together = 64
const togetherCalls = 1_280
/** What calls with a key shall reach of the limit. */
const goal = 0.8

/** The µs of each thing in one round. */
interface Round {
  readonly append: number
  readonly insert: number
  readonly alone: number
  /** Of the processors, not of the clock. */
  readonly aloneCpu: number
  readonly atOnce: number
}

/** What is measured, the µs of one, and the least that waiting for the disk takes of it. */
const rows: readonly (readonly [
  name: string,
  us: (round: Round) => number,
  limitUs: (round: Round) => number,
])[] = [
  ['append and fdatasync', ({ append }) => append, ({ append }) => append],
  ['bare SQLite insert, one row a transaction', ({ insert }) => insert, ({ append }) => append],
  ['calls with a key, one after the other', ({ alone }) => alone, ({ append }) => 2 * append],
  [`calls with a key, ${together} at once`, ({ atOnce }) => atOnce, ({ append }) => 2 * append],
]

/** How fast calls with a key are, held against the disk in the same round, as a Markdown section. */
export async function benchKeyedCalls(): Promise<string> {
  const rounds = await inFolder(playRounds)
  const spread = (pick: (round: Round) => number, digits: number): string =>
    formatSpread(spreadOf(rounds.map(pick)), digits)
  const ofInserts = spread(({ alone, insert }) => (2 * insert) / alone, 2)
  const share = (us: (round: Round) => number): string =>
    spread((round) => (2 * round.append) / us(round), 2)
  const cpuUs = spread(({ aloneCpu }) => aloneCpu, 0)
  return [
    '### Calls with a key, in a SQLite file',
    '',
    'A call with a key waits for the disk twice: before its body, and before its outcome is told. The limit is how often the',
    `disk can be waited for, and half of that for calls: ${appends} appends of 4 KiB, each followed by fdatasync, in the same round and`,
    `folder. ${measuredRounds} rounds of ${aloneCalls} calls one after the other and of ${togetherCalls} calls of which ${together} run at once and share commits.`,
    'Median, with quartiles. A share is taken within one round.',
    '',
    '| what | per second | share of the limit |',
    '| --- | --- | --- |',
    ...rows.map(([name, us, limitUs]) => {
      const perSecond = spread((round) => 1e6 / us(round), 0)
      return `| ${name} | ${perSecond} | ${spread((round) => limitUs(round) / us(round), 2)} |`
    }),
    '',
    `The goal is ${goal} of the limit. Calls one after the other reached ${share(({ alone }) => alone)} of it,`,
    `calls of which ${together} run at once ${share(({ atOnce }) => atOnce)}. A share above 1 is no faster disk: calls that share`,
    'a commit share its wait.',
    '',
    `One after the other, calls reach ${ofInserts} of what two bare inserts in SQLite each would, and one takes`,
    `${cpuUs} µs of processor time. The share grows as the disk is slower and the processors have less else to do.`,
  ].join('\n')
}

async function playRounds(folder: string): Promise<readonly Round[]> {
  const disk = diskUnder(folder)
  const journal = journalIn(folder)
  const registry = bankOn(journal)
  const rounds: Round[] = []
  for (let round = 0; round < warmUpRounds + measuredRounds; round += 1) {
    const played = await playRound(disk, registry, round)
    if (round >= warmUpRounds) rounds.push(played)
  }
  await journal.close()
  disk.close()
  return rounds
}

async function playRound(disk: Disk, registry: ToolRegistry, round: number): Promise<Round> {
  const from = round * (aloneCalls + togetherCalls)
  const between = from + aloneCalls
  const alone = (): Promise<number> => payClaims(registry, { from, to: between, atOnce: 1 })
  const atOnce = (): Promise<number> =>
    payClaims(registry, { from: between, to: between + togetherCalls, atOnce: together })
  const append = await timeEach(appends, () => disk.append(appends))
  const cpuBefore = process.cpuUsage()
  const aloneUs = await timeEach(aloneCalls, alone)
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    ...{ append, alone: aloneUs, aloneCpu: (user + system) / aloneCalls },
    insert: await timeEach(appends, () => disk.insert(appends)),
    atOnce: await timeEach(togetherCalls, atOnce),
  }
}

/** The µs of one of so many. */
async function timeEach(count: number, run: () => unknown): Promise<number> {
  const startMs = performance.now()
  await run()
  return ((performance.now() - startMs) * 1_000) / count
}
