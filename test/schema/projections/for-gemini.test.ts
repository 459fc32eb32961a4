import { describe, expect, it } from 'vitest'

import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forGemini } from '../../../src/schema/projections/for-gemini.js'

function lowered(property: unknown): unknown {
  const schema = { type: 'object', properties: { a: property } } as JsonSchema
  return forGemini().project(schema).schema.properties?.['a']
}

describe('forGemini', () => {
  it.each<[unknown, unknown]>([
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ const: 'a' }, { type: 'string', enum: ['a'] }],
    [true, { nullable: true }],
    [{}, { nullable: true }],
    [
      { type: 'integer', enum: [1, 2, 3] },
      { type: 'integer', minimum: 1, maximum: 3, description: 'One of: 1, 2, 3.' },
    ],
    [{ enum: [1, 5] }, { type: 'integer', description: 'One of: 1, 5.' }],
    [{ const: true }, { type: 'boolean', description: 'Always true.' }],
    [{ enum: ['', 'a'] }, { type: 'string', description: 'One of: "", "a".' }],
    [{ type: 'object', additionalProperties: false }, { type: 'object' }],
    [{ type: 'array' }, { type: 'array', items: {} }],
    [
      { type: 'integer', exclusiveMinimum: 0 },
      { type: 'integer', minimum: 1 },
    ],
    [
      { type: 'number', exclusiveMaximum: 1 },
      { type: 'number', maximum: 1, description: 'Less than 1.' },
    ],
    [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [
      { type: 'string', format: 'email' },
      { type: 'string', description: 'Format: email.' },
    ],
    [
      { type: 'array', items: { type: ['object', 'null'], properties: { v: true } } },
      {
        type: 'array',
        items: { type: 'object', nullable: true, properties: { v: { nullable: true } } },
      },
    ],
  ])('[SCH-09] writes %j in the part of OpenAPI that it takes', (property, expected) => {
    expect(lowered(property)).toEqual(expected)
  })

  it('declares what is required and not declared', () => {
    const { schema } = forGemini().project({ type: 'object', required: ['a'] })
    expect(schema).toEqual({ type: 'object', properties: { a: {} }, required: ['a'] })
  })

  it('writes a recursive schema out to a fixed depth and says so', () => {
    const next = { $ref: '#/$defs/node' }
    const node = { type: 'object', properties: { next } } as const
    const projected = forGemini().project({ type: 'object', properties: { next }, $defs: { node } })
    const text = JSON.stringify(projected.schema)
    expect(text).not.toContain('$')
    expect(text.split('"next"')).toHaveLength(4)
    expect(projected.losses.map(({ kind }) => kind)).toContain('widened')
  })

  it('bears schemas that refer to many others', () => {
    const names = Array.from({ length: 12 }, (_, index) => `node${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]))
    const all = { type: 'object', properties } as const
    const $defs = Object.fromEntries(names.map((name) => [name, all]))
    expect(forGemini().project({ ...all, $defs }).schema.type).toBe('object')
  })

  it('renames arguments whose names it does not take', () => {
    const { schema, fromModel } = forGemini().project({
      properties: { 'user-id': {}, user_id: {} },
    })
    expect(Object.keys(schema.properties ?? {})).toEqual(['user_id_2', 'user_id'])
    expect(fromModel({ user_id_2: 1, user_id: 2 })).toEqual({ 'user-id': 1, user_id: 2 })
  })
})
