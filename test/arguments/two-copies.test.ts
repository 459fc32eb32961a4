import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type * as classValidator from 'class-validator'
import { IsString } from 'class-validator'
import { afterAll, describe, expect, it } from 'vitest'

import { propertySchema, refusalsOf } from './arguments-of.js'

type ClassValidator = typeof classValidator

const folder = mkdtempSync(join(tmpdir(), 'two-copies-'))

/** class-validator as a plugin with a node_modules of its own would load it. */
function loadSecondCopy(): ClassValidator {
  const modules = join(folder, 'node_modules')
  cpSync('node_modules/class-validator', join(modules, 'class-validator'), { recursive: true })
  for (const name of ['validator', 'libphonenumber-js']) {
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  return createRequire(join(folder, 'index.js'))('class-validator') as ClassValidator
}

afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('a class decorated by another copy of class-validator', () => {
  const other = loadSecondCopy()

  class Mixed {
    @other.IsInt() @other.Min(1) n!: number
    @IsString() s!: string
  }

  it('is held to its rules all the same [ADM-01]', async () => {
    expect(other.IsString).not.toBe(IsString)
    expect(await refusalsOf(Mixed, { n: 'x', s: 1 })).toEqual(['n isInt', 'n min', 's isString'])
    expect(await refusalsOf(Mixed, { n: 1, s: 'x' })).toEqual([])
  })

  it('has the same schema [SCH-01]', () => {
    expect(propertySchema(Mixed, 'n')).toEqual({ type: 'integer', minimum: 1 })
  })
})
