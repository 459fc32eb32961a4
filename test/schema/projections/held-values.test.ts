import { describe, expect, it } from 'vitest'

import { compileJsonSchema } from '../../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forGemini } from '../../../src/schema/projections/for-gemini.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'

function project(argument: JsonSchema, projection = forOpenAi({ strict: true })) {
  const { schema, losses, strict } = projection.project({
    ...{ type: 'object', properties: { a: argument } },
    ...{ required: ['a'], additionalProperties: false },
  })
  const { a } = schema['properties'] as Record<string, JsonSchema>
  return { a, strict, losses: losses.map(({ keyword }) => keyword) }
}

describe('a list of values of which more is asked', () => {
  it.each<[JsonSchema, JsonSchema]>([
    [
      { enum: [0, 1, 5, 9], minimum: 1, exclusiveMaximum: 9 },
      { type: 'integer', enum: [1, 5] },
    ],
    [
      { enum: [1, 1.5, 2], multipleOf: 1 },
      { type: 'integer', enum: [1, 2] },
    ],
    [
      { enum: ['a', 'ab', 'abc'], minLength: 2, maxLength: 2 },
      { type: 'string', enum: ['ab'] },
    ],
    [
      { enum: ['a1', 'b1', 'a'], pattern: '^a' },
      { type: 'string', enum: ['a1', 'a'] },
    ],
    [{ allOf: [{ enum: [0, null] }, { type: ['number', 'null'], minimum: 1 }] }, { type: 'null' }],
  ])('is left with those that are accepted: %j [SCH-09]', (source, written) => {
    expect(project(source)).toEqual({ a: written, strict: true, losses: [] })
  })

  it('leaves an optional one optional where its values are alternatives [SCH-09]', () => {
    const titled = [
      { const: 'asc', title: 'Up' },
      { const: 'desc', title: 'Down' },
    ]
    for (const alternatives of [{ anyOf: titled }, { oneOf: titled }]) {
      const v: JsonSchema = { type: 'string', enum: ['asc', 'desc'], ...alternatives }
      const { schema, strict } = forOpenAi({ strict: true }).project({
        ...{ type: 'object', properties: { v }, additionalProperties: false },
      })
      const accepts = compileJsonSchema(schema)
      expect(strict).toBe(true)
      expect([accepts({ v: null }), accepts({ v: 'asc' })]).toEqual([[], []])
      expect(accepts({ v: 'up' })).not.toEqual([])
    }
  })

  it('offers nothing where a constant is not listed [SCH-09]', () => {
    const source: JsonSchema = { enum: ['a', 'b'], const: 'c' }
    expect(project(source, forGemini()).a).toBeUndefined()
    expect(project(source)).toMatchObject({ a: source, strict: false, losses: ['required'] })
    expect(project({ enum: ['a', 1.0], const: 1 }).a).toEqual({ type: 'integer', enum: [1] })
  })

  it('says in words what may take long to find out [SCH-09]', () => {
    const source = { enum: ['aa', 'b'], pattern: '^(a+)+$' }
    for (const projection of [forOpenAi({ strict: true }), forGemini()]) {
      const { a, losses } = project(source, projection)
      expect(a).toMatchObject({
        enum: ['aa', 'b'],
        description: expect.stringContaining('^(a+)+$'),
      })
      expect(losses).toContain('pattern')
    }
  })

  it('asks nothing of a value by what only notes something [SCH-09]', () => {
    expect(project({ enum: ['a'], format: 'odd' })).toMatchObject({ strict: true, losses: [] })
  })

  it('keeps decoding from being strict where none of them is accepted [SCH-09]', () => {
    expect(project({ enum: [0], minimum: 1 })).toMatchObject({ strict: false })
  })
})
