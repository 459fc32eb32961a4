import { afterEach, beforeEach, describe } from 'vitest'

import { describeClock } from './clock.js'
import { describeKeys } from './keys.js'
import { describeDenials, describeListings } from './lookups.js'
import { describeLeases, describeRecords } from './records.js'
import { Stores, type StoreSet } from './stores.js'
import { describeTexts } from './texts.js'
import { describeOrder, describeUndo } from './transactions.js'

const parts = {
  records: describeRecords,
  keys: describeKeys,
  denials: describeDenials,
  listings: describeListings,
  leases: describeLeases,
  'transactions that fail': describeUndo,
  'transactions in their order': describeOrder,
  'the clock': describeClock,
  texts: describeTexts,
}

/** What every store keeps to. `create` gives an empty set of records. */
export function describeRecordStore(title: string, create: () => StoreSet): void {
  describe(title, () => {
    let stores: Stores
    beforeEach(() => {
      stores = new Stores(create())
    })
    afterEach(() => stores.close())
    describe.each(Object.entries(parts))('%s', (_, describePart) => {
      describePart(() => stores)
    })
  })
}
