import { describe, expect, it } from 'vitest'

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
