import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { digestJson, digestText } from '../../src/schema/digest.js'

describe('digestJson', () => {
  it('is the SHA-256 of the purpose, a line feed and the canonical text', () => {
    const expected = createHash('sha256').update('test.purpose\n{"a":[1],"b":"é"}').digest('hex')
    expect(digestJson('test.purpose', { b: 'é', a: [1] })).toBe(expected)
  })

  it('differs for two purposes', () => {
    expect(digestJson('one', { a: 1 })).not.toBe(digestJson('two', { a: 1 }))
  })

  it('differs for lone surrogates, which UTF-8 would write alike', () => {
    expect(digestJson('test', '\ud800')).not.toBe(digestJson('test', '\ud801'))
  })
})

describe('digestText', () => {
  it('takes the text as it is', () => {
    expect(digestText('test', '{"a":1}')).toBe(digestJson('test', { a: 1 }))
  })
})
