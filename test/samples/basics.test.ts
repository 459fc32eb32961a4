import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

const programs = readdirSync('samples/basics')
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace(/\.ts$/, '.js'))

describe('the samples that the documentation is made of', () => {
  it.each(programs)(
    'run to their end, where they assert what they show: %s',
    (name) => {
      // Node.js 22 says of its own SQLite that it is experimental.
      const parameters = ['--disable-warning=ExperimentalWarning', `samples/basics/dist/${name}`]
      const run = spawnSync(process.execPath, parameters, { encoding: 'utf8' })
      expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' })
    },
    60_000,
  )
})
