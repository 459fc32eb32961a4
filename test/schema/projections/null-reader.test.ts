import { describe, expect, it } from 'vitest'

import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { NullReader } from '../../../src/schema/projections/shape/null-reader.js'
import { SourceDocument } from '../../../src/schema/projections/source/source-document.js'

function takesNull(schema: JsonSchema): boolean | undefined {
  return new NullReader(new SourceDocument(schema)).accepts({ at: '' })
}

/** A rule that stands inside itself so many times. */
function nested(levels: number): JsonSchema {
  let schema: JsonSchema = { not: { const: null } }
  for (let level = 0; level < levels; level += 1) schema = { allOf: [schema] }
  return schema
}

describe('NullReader', () => {
  it('follows rules inside rules, and knows nothing beyond 200 of them', () => {
    expect(takesNull(nested(198))).toBe(false)
    expect(takesNull(nested(199))).toBeUndefined()
  })

  it.each<[string, JsonSchema, boolean | undefined]>([
    ['one that does, whatever the other says', { anyOf: [{ $ref: '#' }, {}] }, true],
    ['none that does', { anyOf: [{ const: 1 }, false] }, false],
    ['one that is not known', { anyOf: [{ const: 1 }, { $ref: '#' }] }, undefined],
  ])('takes of several alternatives: %s', (_what, schema, answer) => {
    expect(takesNull(schema)).toBe(answer)
  })

  it.each<[string, JsonSchema, boolean | undefined]>([
    ['two that do', { oneOf: [{}, { type: 'null' }, { $ref: '#' }] }, false],
    ['one that does', { oneOf: [{}, { const: 1 }] }, true],
    ['none that does', { oneOf: [{ type: 'string' }, { const: 1 }] }, false],
    ['one that does, and one that is not known', { oneOf: [{}, { $ref: '#' }] }, undefined],
  ])('takes of alternatives that exclude one another: %s', (_what, schema, answer) => {
    expect(takesNull(schema)).toBe(answer)
  })
})
