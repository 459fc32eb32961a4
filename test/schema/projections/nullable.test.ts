import { describe, expect, it } from 'vitest'

import { forMcp } from '../../../src/schema/projections/for-mcp.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { compileJsonSchema } from '../../../src/schema/json-schema-validator.js'

/** Whether arguments with this property are accepted as it is shown to a model. */
function takes(property: JsonSchema, value: unknown): readonly boolean[] {
  const schema: JsonSchema = {
    type: 'object',
    properties: { a: property },
    $defs: { text: { type: 'string' } },
  }
  return [forMcp(), forOpenAi()].map(
    ({ project }) => compileJsonSchema(project(schema).schema)({ a: value }).length === 0,
  )
}

describe('nullable of OpenAPI, projected', () => {
  it.each<readonly [string, JsonSchema]>([
    ['a type', { type: 'string', nullable: true }],
    ['several types', { type: ['string', 'boolean'], nullable: true }],
    ['anyOf', { anyOf: [{ type: 'string' }, { type: 'boolean' }], nullable: true }],
    ['oneOf', { oneOf: [{ type: 'string' }, { type: 'boolean' }], nullable: true }],
    ['allOf', { allOf: [{ type: 'string' }], nullable: true, description: 'A text.' }],
    ['a reference', { $ref: '#/$defs/text', nullable: true, title: 'Text' }],
  ])('lets null through beside %s, and nothing else', (_beside, property) => {
    expect(takes(property, null)).toEqual([true, true])
    expect(takes(property, 'text')).toEqual([true, true])
    expect(takes(property, 7)).toEqual([false, false])
  })

  it('adds nothing to values that are listed, nor to what takes null anyway', () => {
    expect(takes({ enum: ['text'], nullable: true }, null)).toEqual([false, false])
    const a = { minLength: 1, nullable: true }
    expect(forOpenAi().project({ properties: { a } }).schema.properties).toEqual({
      a: { minLength: 1 },
    })
  })

  it('says nothing where it is false', () => {
    expect(takes({ type: 'string', nullable: false }, null)).toEqual([false, false])
  })
})

describe('bounds of draft-04, projected', () => {
  it.each<readonly [string, object, readonly (readonly [number, boolean])[]]>([
    [
      'an exclusive minimum',
      { minimum: 1, exclusiveMinimum: true },
      [
        [1, false],
        [2, true],
      ],
    ],
    [
      'an inclusive minimum',
      { minimum: 1, exclusiveMinimum: false },
      [
        [1, true],
        [0, false],
      ],
    ],
    [
      'an exclusive maximum',
      { maximum: 1, exclusiveMaximum: true },
      [
        [1, false],
        [0, true],
      ],
    ],
    ['a mark without a bound', { exclusiveMinimum: true }, [[-9, true]]],
  ])('are read as they are meant: %s', (_what, bounds, values) => {
    for (const [value, isTaken] of values) {
      const property = { type: 'number', ...bounds } as unknown as JsonSchema
      expect(takes(property, value)).toEqual([isTaken, isTaken])
    }
  })
})
