import { basicRules } from '../../errors/basic-option-rules.js'
import { assertOptions } from '../../errors/assert-options.js'
import type { Journal } from './journal.js'
import { journalRules, type JournalOptions } from './journal-options.js'
import { createMemoryRecords } from '../store/memory-store.js'
import { createJournal } from './stored-journal.js'

/** What `memoryJournal` takes. */
export interface MemoryJournalOptions extends JournalOptions {
  /** The clock of the journal, in milliseconds since the epoch. @defaultValue `Date.now` */
  readonly now?: (() => number) | undefined
}

/**
 * A journal in the memory of this process, for tests and programs that need no more: it ends with the process.
 *
 * @throws DefinitionError naming every option that is wrong.
 */
export function memoryJournal(options: MemoryJournalOptions = {}): Journal {
  assertOptions('memoryJournal', options, { ...journalRules, now: basicRules.callable })
  const { now, ...times } = options
  return createJournal(createMemoryRecords({ now }).open(), times)
}
