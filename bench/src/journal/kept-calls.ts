import { statSync } from 'node:fs'
import { join } from 'node:path'
import { memoryJournal, type Journal } from '../../../dist/journal/index.js'
import { heapBytes } from '../heap.js'
import { formatSpread, spreadOf } from '../statistics.js'
import { bankOn, inFolder, journalIn, payClaims } from './bank.js'

const keptCalls = 100_000
const batch = 2_000
const batches = 15

/** What a journal that keeps many calls takes, and how fast it answers from them, as a Markdown section. */
export async function benchKeptCalls(): Promise<string> {
  const memory = await measure(memoryJournal(), () => undefined)
  const sqlite = await inFolder((folder) =>
    measure(journalIn(folder), () => statSync(join(folder, 'journal.db')).size),
  )
  return [
    `### ${keptCalls} settled calls`,
    '',
    `A journal that keeps ${keptCalls} settled calls, of 300 bytes of JSON or so each. Memory is the collected heap, before and after; answers`,
    `are ${batches} batches of ${batch} calls that were made before, one after the other, beside as many calls that no journal keeps.`,
    'Median, with quartiles. A ratio is taken within one batch.',
    '',
    '| journal | heap, MiB | bytes of heap a call | file, MiB | answers per second | time, no journal = 1 |',
    '| --- | --- | --- | --- | --- | --- |',
    toRow('memory', memory),
    toRow('SQLite', sqlite),
  ].join('\n')
}

interface Kept {
  readonly heapBytes: number
  readonly fileBytes: number | undefined
  readonly perSecond: readonly number[]
  readonly ratios: readonly number[]
}

async function measure(journal: Journal, sizeOfFile: () => number | undefined): Promise<Kept> {
  const registry = bankOn(journal)
  await payClaims(registry, { from: 0, to: 1, atOnce: 1 })
  const before = heapBytes()
  await payClaims(registry, { from: 1, to: keptCalls, atOnce: 64 })
  const after = heapBytes()
  const times = []
  for (let n = 0; n < batches; n += 1) {
    const from = n * batch
    const kept = await timeMs(async () => {
      const replayed = await payClaims(registry, { from, to: from + batch, atOnce: 1 })
      if (replayed !== batch) throw new Error('A call ran again.')
    })
    const bare = await timeMs(() => payClaims(bankOn(), { from, to: from + batch, atOnce: 1 }))
    times.push({ kept, bare })
  }
  await journal.close()
  return {
    heapBytes: after - before,
    fileBytes: sizeOfFile(),
    perSecond: times.map(({ kept }) => (batch * 1_000) / kept),
    ratios: times.map(({ kept, bare }) => kept / bare),
  }
}

function toRow(name: string, { heapBytes, fileBytes, perSecond, ratios }: Kept): string {
  const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)
  const perCall = (heapBytes / keptCalls).toFixed(0)
  const file = fileBytes === undefined ? '' : mib(fileBytes)
  const spreads = [formatSpread(spreadOf(perSecond), 0), formatSpread(spreadOf(ratios), 1)]
  return `| ${[name, mib(heapBytes), perCall, file, ...spreads].join(' | ')} |`
}

async function timeMs(run: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await run()
  return performance.now() - startMs
}
