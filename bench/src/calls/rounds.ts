import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Setting } from './contestant.js'
import type { Batch } from './worker.js'

/** One row of a table: a contestant, how it is set up, and what it runs. */
export interface Row extends Partial<Setting>, Partial<Batch> {
  readonly name: string
  readonly contestant: string
  /** The program to run it with; that of the benchmark where it says nothing. */
  readonly execPath?: string
}

const measuredRounds = 15
const warmUpRounds = 6
const worker = fileURLToPath(new URL('worker.js', import.meta.url))

/**
 * The CPU time of a call, in µs, of each row in each round. Every row is a process of its own; in a round each runs one
 * batch, in turned order, while the others stand still.
 */
export async function runRounds(rows: readonly Row[]): Promise<readonly (readonly number[])[]> {
  const processes = await Promise.all(rows.map(start))
  const rounds: (readonly number[])[] = []
  for (let round = 0; round < warmUpRounds + measuredRounds; round += 1) {
    const times: number[] = []
    for (let step = 0; step < rows.length; step += 1) {
      const index = (round + step) % rows.length
      const [row, process] = [rows[index], processes[index]]
      if (row !== undefined && process !== undefined) times[index] = await runBatch(process, row)
    }
    if (round >= warmUpRounds) rounds.push(times)
  }
  for (const process of processes) process.kill()
  return rounds
}

async function start({
  contestant,
  tools = 1,
  layers = 0,
  ambient = true,
  execPath,
}: Row): Promise<ChildProcess> {
  const setting = JSON.stringify({ contestant, tools, layers, ambient })
  const child = fork(worker, [setting], execPath === undefined ? {} : { execPath })
  await once(child, 'message')
  return child
}

async function runBatch(
  child: ChildProcess,
  { calls = 10_000, kind = 'valid', form = 'object', concurrent = 1 }: Row,
): Promise<number> {
  child.send({ calls, kind, form, concurrent } satisfies Batch)
  const [micros] = (await once(child, 'message')) as [number]
  return micros
}
