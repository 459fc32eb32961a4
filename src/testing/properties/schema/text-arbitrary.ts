import fc, { type Arbitrary } from 'fast-check'

import type { JsonSchema } from '../../../schema/json-schema.js'
import { exampleTexts } from '../../../types/drift/examples/example-texts.js'

/** Texts of a schema: of its form, or of the lengths it allows, and some of forms that validators ask for. */
export function textArbitrary(schema: JsonSchema): Arbitrary<string> {
  const { minLength = 0, maxLength = minLength + 24, format, pattern } = schema
  const ofFormat = format === undefined ? undefined : formats[format]
  if (ofFormat !== undefined) return ofFormat()
  const ofPattern = pattern === undefined ? undefined : matching(pattern)
  if (ofPattern !== undefined) return ofPattern
  const lengths = { minLength, maxLength }
  return fc.oneof(
    { weight: 3, arbitrary: fc.string(lengths) },
    { weight: 1, arbitrary: fc.string({ ...lengths, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom(...exampleTexts) },
  )
}

const formats: Readonly<Record<string, () => Arbitrary<string>>> = {
  date: () => dates().map((date) => date.toISOString().slice(0, 10)),
  'date-time': () => dates().map((date) => date.toISOString()),
  email: () => fc.emailAddress(),
  hostname: () => fc.domain(),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  uri: () => fc.webUrl(),
  uuid: () => fc.uuid(),
}

/** Of the years that have four digits. */
function dates(): Arbitrary<Date> {
  return fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
}

/** Undefined for a pattern whose texts cannot be made from it: one that looks round, or refers back. */
function matching(pattern: string): Arbitrary<string> | undefined {
  try {
    const form = new RegExp(pattern, 'u')
    const known = exampleTexts.filter((text) => form.test(text))
    const made = fc.stringMatching(form)
    return known.length === 0 ? made : fc.oneof(made, made, fc.constantFrom(...known))
  } catch {
    return undefined
  }
}
