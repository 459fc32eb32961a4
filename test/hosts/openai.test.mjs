import { toStrictJsonSchema } from 'openai/lib/transform'
import { describe, expect, it } from 'vitest'

import { forOpenAi } from '../../src/schema/projections/for-open-ai.ts'
import { sources } from './sources.mjs'

describe('toStrictJsonSchema of openai', () => {
  const strict = sources.filter(({ schema }) => forOpenAi({ strict: true }).project(schema).strict)

  it('has a good part of the sources to judge', () => {
    expect(strict.length).toBeGreaterThan(sources.length / 3)
  })

  it.each(strict)('[SCH-09] takes the strict projection of $name unchanged', ({ schema }) => {
    const projected = forOpenAi({ strict: true }).project(schema)
    expect(toStrictJsonSchema(structuredClone(projected.schema))).toEqual(projected.schema)
  })

  it('refuses what it refuses: the check can fail', () => {
    const open = { type: 'object', properties: { a: { type: 'string' } } }
    expect(() => toStrictJsonSchema(open)).toThrow('optional')
  })
})
