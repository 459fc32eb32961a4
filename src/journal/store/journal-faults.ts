import { JournalFault } from './record-store.js'

/** Of a store that was closed. */
export function closedFault(name: string): JournalFault {
  return new JournalFault(`${name}: this journal was closed. Open it again.`)
}

/** Of a record that would give a key a second record that is not closed. */
export function keyTakenFault(name: string): JournalFault {
  return new JournalFault(
    `${name}: another record that is not closed has this key. ` +
      'Look it up by its key in the same transaction, and put what follows from it.',
  )
}

/** Of a table that is used after its transaction, when it no longer holds off anybody. */
export function transactionOverFault(name: string): JournalFault {
  return new JournalFault(
    `${name}: this transaction is over. Do all the work inside the function given to it, and wait for nothing there.`,
  )
}
