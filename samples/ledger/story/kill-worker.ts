import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Where a worker is when it is killed: the money has not moved yet, or has just moved. */
export type KillMoment = 'before-booking' | 'after-booking'

/**
 * Starts a worker and kills it, as `kill -9` does, as soon as it is in the middle of a transfer.
 *
 * @throws Error when it ends in another way.
 */
export async function killWorker(folder: string, moment: KillMoment): Promise<void> {
  const worker = fork(fileURLToPath(new URL('./worker.js', import.meta.url)), [folder, moment])
  const exited = once(worker, 'exit')
  await Promise.race([once(worker, 'message'), exited])
  worker.kill('SIGKILL')
  const [, signal] = (await exited) as [number | null, string | null]
  if (signal !== 'SIGKILL') throw new Error('The worker ended before it was killed.')
}
