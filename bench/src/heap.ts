import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The heap in use, after all that nobody holds was collected. */
export function heapBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}
