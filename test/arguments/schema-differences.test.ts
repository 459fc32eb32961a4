import { describe, expect, it } from 'vitest'

import { differencesOfTexts } from './schema-differences-of-texts.js'
import { differencesOfClasses, differencesOfValues } from './schema-differences.js'

const schemaDifferences = [...differencesOfClasses, ...differencesOfValues, ...differencesOfTexts]

describe('the schema where class-validator-jsonschema gives another', () => {
  it.each(schemaDifferences)('is ours: $input [SCH-02]', ({ derive, ours }) => {
    expect(derive()).toEqual(ours)
  })
})
