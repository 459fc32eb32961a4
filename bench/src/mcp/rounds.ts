import { formatSpread, spreadOf } from '../statistics.js'

/** One way to do the same thing, ready to be timed. */
export interface Timed {
  readonly name: string
  readonly run: (times: number) => Promise<void>
}

/** How often things are done. */
export interface RoundOptions {
  readonly warmUpRounds: number
  readonly rounds: number
  readonly timesPerRound: number
}

/**
 * Times every contestant in every round, in turned order, by the processor time of the process: nothing is waited for
 * here but the process itself, and what others do on the machine counts less. The second one is the base of all ratios.
 */
export async function timeRounds(
  contestants: readonly Timed[],
  options: RoundOptions,
): Promise<readonly string[]> {
  const { warmUpRounds, rounds, timesPerRound } = options
  const measured: (readonly number[])[] = []
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const times = await runRound(contestants, round, timesPerRound)
    if (round >= warmUpRounds) measured.push(times)
  }
  return contestants.map(({ name }, index) => {
    const times = measured.map((round) => at(round, index))
    const ratios = measured.map((round) => at(round, index) / at(round, 1))
    const ratio = index === 1 ? '1' : formatSpread(spreadOf(ratios), 2)
    return `| ${name} | ${formatSpread(spreadOf(times), 0)} | ${ratio} |`
  })
}

/** The µs of each contestant in one round. */
async function runRound(
  contestants: readonly Timed[],
  round: number,
  times: number,
): Promise<readonly number[]> {
  const measured: number[] = []
  for (let step = 0; step < contestants.length; step += 1) {
    const index = (round + step) % contestants.length
    const start = process.cpuUsage()
    await contestants[index]?.run(times)
    const { user, system } = process.cpuUsage(start)
    measured[index] = (user + system) / times
  }
  return measured
}

function at(round: readonly number[], index: number): number {
  return round[index] ?? Number.NaN
}
