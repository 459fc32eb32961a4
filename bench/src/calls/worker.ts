// One contestant in a process of its own. It answers each message with what a call took.
import 'reflect-metadata'
import type { Setting, InputForm } from './contestant.js'
import { loaders } from './contestants/index.js'
import { outliveYoungGeneration } from '../heap.js'
import { makeInputs } from './inputs.js'

/** What a process is asked to run. */
export interface Batch {
  readonly calls: number
  readonly kind: 'refused' | 'valid'
  readonly form: InputForm
  /** How many calls are under way at once. */
  readonly concurrent: number
}

const { contestant, ...setting } = JSON.parse(process.argv[2] ?? '{}') as Setting & {
  readonly contestant: string
}
const create = await loaders[contestant]?.()
if (create === undefined) throw new Error(`There is no contestant ${contestant}.`)
const { call } = await create(setting)

async function runBatch({ calls, kind, form, concurrent }: Batch): Promise<number> {
  const inputs = makeInputs(calls, kind, form)
  // No call pays for moving the inputs of others.
  outliveYoungGeneration()
  let length = 0
  const start = process.cpuUsage()
  if (concurrent === 1) for (const input of inputs) length += (await call(input)).length
  else {
    for (let from = 0; from < calls; from += concurrent) {
      const texts = await Promise.all(
        inputs.slice(from, from + concurrent).map(async (input) => call(input)),
      )
      for (const text of texts) length += text.length
    }
  }
  const { user, system } = process.cpuUsage(start)
  if (length < calls * shortest) throw new Error(`${contestant} did not run every call.`)
  return (user + system) / calls
}

/** What a body or a refusal says is never shorter. */
const shortest = 20

process.on('message', (batch: Batch) => {
  void runBatch(batch).then((micros) => process.send?.(micros))
})
process.send?.('ready')
