import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void

/** The heap in use, after all that nobody holds was collected. */
export function heapBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/** What is held now outlives the young generation. Unlike a collection of all, that leaves compiled code alone. */
export function outliveYoungGeneration(): void {
  for (let times = 0; times < 2; times += 1) collect({ type: 'minor' })
}
