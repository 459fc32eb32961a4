import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Witness, type Effect } from '../crash/witness.js'
import { buildProgram } from './build-program.js'
import type { HammerSaid, HammerTask } from './hammer-task.js'
import { runProgram } from './run-program.js'

/** What came of many processes that made the same calls. */
export interface Hammered {
  readonly effects: readonly Effect[]
  /** By process, then by key. */
  readonly outcomes: readonly Readonly<Record<string, unknown>>[]
}

/** Lets processes pay the same keys, beginning at one moment. Every other one waits for others, the rest ask again. */
export async function hammer(processes: number, keyCount: number): Promise<Hammered> {
  const program = await buildProgram(new URL('hammer-program.ts', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'hammer-'))
  const [path, witnessPath] = [join(folder, 'journal.db'), join(folder, 'witness.jsonl')]
  const keys = Array.from({ length: keyCount }, (_, n) => `key ${n}`)
  const ready: ChildProcess[] = []
  const run = async (_: unknown, n: number) => {
    const task: HammerTask = { path, witnessPath, keys, waitMs: n % 2 === 0 ? 60_000 : 0 }
    const { said } = await runProgram<HammerSaid>(program.file, task, (word, child) => {
      if (word.event === 'ready') ready.push(child)
      if (word.event !== 'ready' || ready.length < processes) return
      for (const each of ready) each.stdin?.write('go\n')
    })
    return said.flatMap((word) => (word.event === 'done' ? [word.outcomes] : []))
  }
  try {
    const outcomes = await Promise.all(Array.from({ length: processes }, run))
    return { effects: new Witness(witnessPath).effects(), outcomes: outcomes.flat() }
  } finally {
    program.remove()
    rmSync(folder, { recursive: true })
  }
}
