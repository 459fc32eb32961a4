import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

import type { Journal } from '../../../src/journal/journals/journal.js'
import type { JournalRecord } from '../../../src/journal/record/journal-record.js'
import { sqliteJournal } from '../../../src/journal/journals/sqlite-journal.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { EndedProgram } from '../processes/run-program.js'
import { journalTimes, openBank, type ToolName } from './bank.js'
import type { Flow, Told } from './crash-task.js'
import { Witness, type Effect } from './witness.js'

/** One call of a program that ended, as it is found after. */
export interface FoundCall extends Flow {
  readonly processId: number
  readonly told: readonly Told[]
  readonly record: JournalRecord | undefined
  readonly effects: readonly Effect[]
}

/** What a program left behind, opened by another one. */
export class Scene {
  readonly journal: Journal
  readonly witness: Witness
  /** The tools, which cannot tell what became of a call in doubt. */
  readonly blind: ToolRegistry
  /** The tools, which look at the world outside. */
  readonly looking: ToolRegistry

  constructor({ path, witnessPath }: { readonly path: string; readonly witnessPath: string }) {
    this.journal = sqliteJournal({ path, ...journalTimes })
    this.witness = new Witness(witnessPath)
    const parts = { journal: this.journal, witness: this.witness }
    this.blind = openBank({ ...parts, looks: false })
    this.looking = openBank({ ...parts, looks: true })
  }

  /** The calls of a program that is gone, once its journal believes that it is. */
  async find(
    { processId, said }: EndedProgram<Told>,
    flows: readonly Flow[],
  ): Promise<readonly FoundCall[]> {
    await this.untilNothingRuns()
    const records = await this.journal.list()
    return flows.map(({ tool, id }) => {
      const own = records.filter(({ call }) => call.arguments['id'] === id)
      expect(own.length, `records of ${tool} ${id}`).toBeLessThan(2)
      const told = said.filter((word) => word.id === id)
      return { tool, id, processId, told, record: own[0], effects: this.witness.of(id) }
    })
  }

  /** What a dead process left running is in doubt once its lease has lapsed. */
  async untilNothingRuns(): Promise<void> {
    const isRunning = async () => (await this.journal.list({ states: ['running'] })).length > 0
    while (await isRunning()) await sleep(40)
  }
}

/** Where a call stands: the state of its record, or that it has none. */
export function stateOf({ record }: FoundCall): string {
  return record?.state ?? 'absent'
}

/** How many effects there are of `call` and of `resume`. */
export function countsOf(effects: readonly Effect[]): readonly [call: number, resume: number] {
  const resumes = effects.filter(({ phase }) => phase === 'resume').length
  return [effects.length - resumes, resumes]
}

/** True for a tool whose effect must not happen twice. */
export function writes(tool: ToolName): boolean {
  return tool !== 'put' && tool !== 'look'
}
