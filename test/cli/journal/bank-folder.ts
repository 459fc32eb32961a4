import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'

import type { Journal } from '../../../src/journal/journals/journal.js'
import type { JournalRecord } from '../../../src/journal/record/journal-record.js'
import { sqliteJournal } from '../../../src/journal/journals/sqlite-journal.js'
import { createSqliteStore } from '../../../src/journal/store/sqlite/sqlite-store.js'
import type { ToolContextInit } from '../../../src/tools/context-init.js'
import type { ToolOutcome } from '../../../src/tools/outcome.js'
import { createBank } from '../fixtures/bank.js'
import { fixture, run, type Run, type RunOptions } from '../run.js'

/** A fresh folder for each test, with the journal of a bank in it. */
export class BankFolder {
  path = ''
  readonly #journals: Journal[] = []

  constructor() {
    beforeEach(() => {
      this.path = mkdtempSync(join(tmpdir(), 'bank-'))
      vi.stubEnv('BANK_JOURNAL', this.file)
    })
    afterEach(async () => {
      vi.unstubAllEnvs()
      await Promise.all(this.#journals.splice(0).map((journal) => journal.close()))
      rmSync(this.path, { recursive: true })
    })
  }

  get file(): string {
    return join(this.path, 'calls.db')
  }

  /** The journal, opened once more. */
  journal(): Journal {
    const journal = sqliteJournal({ path: this.file })
    this.#journals.push(journal)
    return journal
  }

  /** Calls a tool of the bank, and gives the record of the call. */
  async call(name: string, invoice: string, context: ToolContextInit = {}): Promise<JournalRecord> {
    const journal = this.journal()
    const known = new Set((await journal.list()).map(({ id }) => id))
    const arranged = createBank(journal).dispatch(`bank/${name}`, { invoice, cents: 1250 }, context)
    await arranged.catch(() => undefined)
    const record = (await journal.list()).find(({ id }) => !known.has(id))
    if (record === undefined) throw new Error('The call left no record.')
    return record
  }

  /** Calls a tool that asks, and gives the id of its question. */
  async ask(name: string, invoice: string, context?: ToolContextInit): Promise<string> {
    return (await this.call(name, invoice, context)).question?.suspensionId ?? ''
  }

  /** Lets a call go on that was answered. */
  async resume(suspensionId: string, context?: ToolContextInit): Promise<unknown> {
    return createBank(this.journal()).resume(suspensionId, undefined, context)
  }

  dispatch(name: string, invoice: string): Promise<ToolOutcome> {
    return createBank(this.journal()).dispatch(`bank/${name}`, { invoice, cents: 1250 })
  }

  /** As a grant asks for it. */
  demandFourEyes(suspensionId: string): Promise<void> {
    return this.#change(suspensionId, ({ question }) =>
      question === undefined ? {} : { question: { ...question, fourEyes: true } },
    )
  }

  /** As if it had been so for longer. */
  age(id: string, ms: number): Promise<void> {
    return this.#change(id, ({ changedAtMs, holder }) => ({
      changedAtMs: changedAtMs - ms,
      ...(holder?.deadlineMs !== undefined && {
        holder: { ...holder, deadlineMs: holder.deadlineMs - ms },
      }),
    }))
  }

  /** As if its process had died. */
  putInDoubt(id: string): Promise<void> {
    return this.#change(id, () => ({ state: 'in-doubt', doubt: true, result: undefined }))
  }

  /** A process takes the answer up and dies; gives the id of the record. */
  async loseResume(suspensionId: string): Promise<string> {
    await this.#change(suspensionId, () => ({ state: 'in-doubt', doubt: true, attempt: 2 }))
    const named = { suspensionId, tenantId: 'default' }
    return (await this.journal().findSuspended(named))?.id ?? ''
  }

  /** Puts another record in the place of one. */
  async replace(id: string, change: (record: JournalRecord) => JournalRecord): Promise<void> {
    const store = createSqliteStore({ path: this.file })
    await store.transact((table) => {
      const record = table.find(id)
      if (record === undefined) return
      table.delete(id)
      table.put(change(record))
    })
    await store.close()
  }

  async #change(
    id: string,
    change: (record: JournalRecord) => Partial<JournalRecord>,
  ): Promise<void> {
    const store = createSqliteStore({ path: this.file })
    await store.transact((table) => {
      const record = table.find(id) ?? table.findBySuspension(id)
      if (record !== undefined) table.put({ ...record, ...change(record) })
    })
    await store.close()
  }

  async find(id: string): Promise<JournalRecord | undefined> {
    return this.journal().find(id)
  }

  /** `tallystick journal …` on the file, without the app. */
  run(args: readonly string[], options?: RunOptions): Promise<Run> {
    return run(['journal', ...args, '--journal', this.file], options)
  }

  /** `tallystick journal …` on the journal of the app. */
  runApp(args: readonly string[], options?: RunOptions): Promise<Run> {
    return run(['journal', ...args, '--app', fixture('bank.ts')], options)
  }
}
