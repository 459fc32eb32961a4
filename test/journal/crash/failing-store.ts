import { createMemoryRecords } from '../../../src/journal/store/memory-store.js'
import { JournalFault, type RecordStore } from '../../../src/journal/store/record-store.js'

/** Which transactions of a store fail, counted from 1, and whether that is known only after they are on the disk. */
export interface StoreFaults {
  readonly at: readonly number[]
  readonly when: 'before' | 'after'
}

/** A store that fails at some of its transactions, until it is mended; `count` is how many there were. */
export function failingStore({ at, when }: StoreFaults) {
  const records = createMemoryRecords().open()
  let count = 0
  let isMended = false
  const store: RecordStore = {
    name: 'failing',
    async transact(work) {
      count += 1
      const fails = at.includes(count) && !isMended
      if (fails && when === 'before') throw new JournalFault('failing: it cannot be written.')
      const result = await records.transact(work)
      if (fails) throw new JournalFault('failing: it may not have been written.')
      return result
    },
    close: () => records.close(),
  }
  return { store, count: () => count, mend: () => void (isMended = true) }
}
