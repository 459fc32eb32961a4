import { describe, expect, it } from 'vitest'

import { openServed, type ServedOptions } from '../../../src/cli/serve/open-served.js'
import type { Terminal } from '../../../src/cli/terminal/terminal.js'
import { fixture } from '../run.js'

const silentTerminal: Terminal = {
  ...{ cwd: process.cwd(), isInteractive: false, hasColours: false },
  print: () => undefined,
  warn: () => undefined,
  readInput: () => Promise.resolve(''),
  confirm: () => Promise.resolve(false),
}

describe('openServed', () => {
  it.each<ServedOptions>([{}, { manifest: 'other.yaml' }, { manifestMode: 'warn' }])(
    'refuses an app that is bound already, which it could not check, with %j',
    async (options) => {
      const opening = openServed({ app: fixture('bound.ts'), ...options }, silentTerminal)
      await expect(opening).rejects.toThrow(
        /its registry is bound to a manifest already.*Export the registry as it was before bindManifest/,
      )
    },
  )
})
