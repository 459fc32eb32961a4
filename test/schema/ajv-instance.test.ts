import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'

const { cache } = createRequire(import.meta.url)

function loadedFilesOfAjv(): readonly string[] {
  return Object.keys(cache).filter((file) => /[\\/]node_modules[\\/]ajv[\\/]/.test(file))
}

describe('Ajv', () => {
  it('is loaded when the first schema is compiled, not before', () => {
    expect(loadedFilesOfAjv()).toEqual([])
    compileJsonSchema({ type: 'string' })
    expect(loadedFilesOfAjv()).not.toEqual([])
  })
})
