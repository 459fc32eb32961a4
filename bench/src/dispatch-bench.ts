import { contestants, type Contestant } from './contestants.js'
import { makeInput } from './place-order.js'
import { formatSpread, spreadOf } from './statistics.js'

const callsPerRound = 2_000
const warmUpRounds = 5
const measuredRounds = 21

/** Runs every contestant in every round, in turned order, and words the result as a Markdown section. */
export async function benchDispatch(): Promise<string> {
  for (let round = 0; round < warmUpRounds; round += 1) await runRound(round)
  const rounds: (readonly number[])[] = []
  for (let round = 0; round < measuredRounds; round += 1) rounds.push(await runRound(round))
  return [
    '## One validated call',
    '',
    `Five properties, one of them a nested object, one an array of ten strings. ${measuredRounds} rounds of`,
    `${callsPerRound} calls for each contestant, interleaved and in turned order; every call gets a fresh input,`,
    'built outside the timed part. Median, with quartiles. A ratio is taken within one round.',
    '',
    '| contestant | µs per call | time, tallystick = 1 |',
    '| --- | --- | --- |',
    ...contestants.map((contestant, index) => toRow(contestant, index, rounds)),
    '',
    'The rows do unequal work. `dispatch` is asynchronous and awaited, resolves the tool by name, makes a context, checks',
    'size and depth limits, makes the instance through the container, and checks that the output is JSON. The others are',
    'plain synchronous calls that do none of this. class-validator looks at every decorated class of the process on each',
    'call; there are few here, a larger program is slower than this row. zod is used with its default settings.',
  ].join('\n')
}

/** The µs per call of each contestant in one round. */
async function runRound(round: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let step = 0; step < contestants.length; step += 1) {
    const index = (round + step) % contestants.length
    const contestant = contestants[index]
    if (contestant !== undefined) times[index] = await timeBatch(contestant)
  }
  return times
}

// No collection is forced before a batch: it makes V8 drop the compiled code of functions at rest, and everything
// then measures many times too slow.
async function timeBatch(contestant: Contestant): Promise<number> {
  const inputs = Array.from({ length: callsPerRound }, (_, index) => makeInput(index))
  const start = process.hrtime.bigint()
  const total = await contestant.run(inputs)
  const elapsedNs = Number(process.hrtime.bigint() - start)
  assertAllRan(contestant, total)
  return elapsedNs / 1_000 / callsPerRound
}

/** A contestant that refuses its inputs would be fast and prove nothing. */
function assertAllRan({ name }: Contestant, total: number): void {
  const shortestText = 'customer-0:1:web:Springfield:10'.length
  if (total < shortestText * callsPerRound) throw new Error(`${name} did not run every call.`)
}

function toRow(
  { name }: Contestant,
  index: number,
  rounds: readonly (readonly number[])[],
): string {
  const times = rounds.map((round) => round[index] ?? Number.NaN)
  const ratios = rounds.map((round) => (round[index] ?? Number.NaN) / (round[0] ?? Number.NaN))
  const ratio = index === 0 ? '1' : formatSpread(spreadOf(ratios), 3)
  return `| ${name} | ${formatSpread(spreadOf(times), 2)} | ${ratio} |`
}
