import { describe, expect, it } from 'vitest'

import { JsonSchemaError } from '../../../src/schema/json-schema-error.js'
import { Recursion } from '../../../src/schema/projections/source/recursion.js'
import { SourceDocument } from '../../../src/schema/projections/source/source-document.js'

describe('SourceDocument', () => {
  it('finds a schema that refers to itself, whatever else it refers to', () => {
    const $defs = {
      loop: { items: { $ref: '#/$defs/loop' }, not: { $ref: 'https://a.example' } },
      away: { items: { $ref: '#/$defs/out' } },
      out: { $ref: 'https://a.example' },
    }
    const document = new SourceDocument({ $ref: '#/$defs/away', $defs })
    expect(document.isRecursive('/$defs/loop')).toBe(true)
    expect(() => document.isRecursive('/$defs/away')).toThrow(JsonSchemaError)
  })

  it('gives out no schema where there is none', () => {
    expect(() => new SourceDocument({}).get('/items')).toThrow('leads to no schema of the document')
  })
})

describe('Recursion', () => {
  it('hides no fault of its own behind the schema', () => {
    const recursion = new Recursion(() => {
      throw new TypeError('a fault of our own')
    })
    expect(() => recursion.has('')).toThrow(new TypeError('a fault of our own'))
  })
})
