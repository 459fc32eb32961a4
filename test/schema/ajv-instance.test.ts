import { createRequire } from 'node:module'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'

const { cache } = createRequire(import.meta.url)

function loadedFilesOfAjv(): readonly string[] {
  return Object.keys(cache).filter((file) => /[\\/]node_modules[\\/]ajv[\\/]/.test(file))
}

function missing(name: string): never {
  const error = new Error(`Cannot find module '${name}'`)
  throw Object.assign(error, { code: 'MODULE_NOT_FOUND' })
}

describe('Ajv', () => {
  it('is loaded when the first schema is compiled, not before', () => {
    expect(loadedFilesOfAjv()).toEqual([])
    compileJsonSchema({ type: 'string' })
    expect(loadedFilesOfAjv()).not.toEqual([])
  })

  it('is told of where it is not there, and no schema is blamed for that', async () => {
    vi.resetModules()
    vi.doMock('node:module', () => ({ createRequire: () => missing }))
    onTestFinished(() => {
      vi.doUnmock('node:module')
      vi.resetModules()
    })
    const own = await import('../../src/schema/json-schema-validator.js')
    const { readForeignTool } = await import('../../src/mcp/client/list/foreign-tool.js')
    const schema = { type: 'object' } as const
    const entry = { name: 'look', inputSchema: schema, outputSchema: schema }
    for (const use of [
      () => own.compileJsonSchema({ type: 'string' }),
      () => readForeignTool(entry, new Map()),
    ]) {
      expect(use).toThrow('the package, which checks JSON Schemas, is not installed')
    }
  })
})
