import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import { describe, expect, it } from 'vitest'

import { forAnthropic } from '../../src/schema/projections/for-anthropic.ts'
import { sources } from './sources.mjs'

describe('transformJSONSchema of @anthropic-ai/sdk', () => {
  const strict = sources.filter(
    ({ schema }) => forAnthropic({ strict: true }).project(schema).strict,
  )

  it('has a good part of the sources to judge', () => {
    expect(strict.length).toBeGreaterThan(sources.length / 3)
  })

  it.each(strict)('[SCH-09] leaves the strict projection of $name as it is', ({ schema }) => {
    const projected = forAnthropic({ strict: true }).project(schema)
    expect(transformJSONSchema(projected.schema)).toEqual(projected.schema)
  })

  it('changes what it does not know: the check can fail', () => {
    const bounded = { type: 'object', properties: { a: { type: 'string', maxLength: 1 } } }
    expect(transformJSONSchema(bounded)).not.toEqual(bounded)
  })
})
