// #region layer
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ToolLayer } from 'tallystick'
import { sqliteJournal } from 'tallystick/journal'
import { journalContract, layerContract, type JournalFactory } from 'tallystick/testing'
import { describe, it } from 'vitest'

class CountingLayer implements ToolLayer {
  readonly name = 'counting'
  calls = 0

  readonly handle: ToolLayer['handle'] = (call, next) => {
    this.calls += 1
    return next(call)
  }
}

describe.each(layerContract(() => new CountingLayer()))('CountingLayer', ({ name, run }) => {
  it(name, run)
})
// #endregion layer

// #region journal
const inOneFile: JournalFactory = ({ now }) => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  return {
    open: (times) => sqliteJournal({ path: join(folder, 'calls.db'), now, ...times }),
    dispose: () => rmSync(folder, { recursive: true }),
  }
}

describe.each(journalContract(inOneFile))('my journal', ({ name, run }) => {
  it(name, run)
})
// #endregion journal
