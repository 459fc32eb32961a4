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
      const run = spawnSync(process.execPath, [`samples/basics/dist/${name}`], { encoding: 'utf8' })
      expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' })
    },
    60_000,
  )
})
