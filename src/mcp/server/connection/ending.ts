import { setImmediate as nextTurn } from 'node:timers/promises'

const mostTurns = 100

/** Lets the process go on with what is under way; not for ever, since what waits for a person does not end. */
export async function turnsUntil(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < mostTurns && !isDone(); turn += 1) await nextTurn()
}

/** A function that runs the first time it is called; whoever calls it waits for that. */
export function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= run())
}
