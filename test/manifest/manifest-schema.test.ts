import { describe, expect, it } from 'vitest'

import { manifestSchema } from '../../src/manifest/format/manifest-schema.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'
import { brokenDocuments, documentData, grantData, soundDocuments } from './documents.js'

const violationsOf = compileJsonSchema(manifestSchema())

/** JSON is YAML, so the two are held to the very same document. */
function parses(document: unknown): boolean {
  try {
    parseManifest(JSON.stringify(document))
    return true
  } catch {
    return false
  }
}

describe('manifestSchema', () => {
  it.each(soundDocuments)('accepts, as the parser does, %s', (_what, document) => {
    expect(violationsOf(document)).toEqual([])
    expect(parses(document)).toBe(true)
  })

  it.each(brokenDocuments)('refuses, as the parser does, %s', (_what, document) => {
    expect(violationsOf(document)).not.toEqual([])
    expect(parses(document)).toBe(false)
  })

  it('leaves duplicates and the schemas under `arguments` to the parser', () => {
    const twice = documentData({ tools: [grantData(), grantData()] })
    const senseless = documentData({ tools: [grantData({ arguments: { type: 'texts' } })] })
    expect([twice, senseless].map((one) => violationsOf(one))).toEqual([[], []])
    expect([twice, senseless].map(parses)).toEqual([false, false])
  })

  it('is the file that the package ships', async () => {
    const text = `${JSON.stringify(manifestSchema(), undefined, 2)}\n`
    await expect(text).toMatchFileSnapshot('../../schemas/tallystick-manifest.v1.json')
  })
})
