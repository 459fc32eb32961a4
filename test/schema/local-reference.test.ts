import { describe, expect, it } from 'vitest'

import { findReferenced } from '../../src/schema/local-reference.js'

const names = ['Line', 'a/b', 'a~b', 'a b', '100%', 'Näher', '__proto__']
const root = {
  $defs: Object.fromEntries(names.map((name) => [name, { title: name }])),
}

/** The reference as RFC 6901 writes it. */
function referenceTo(name: string): string {
  return `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`
}

describe('findReferenced', () => {
  it.each(names)('finds the definition %s', (name) => {
    expect(findReferenced(referenceTo(name), root)).toEqual({ title: name })
  })

  it('finds the root, and a definition whose percent sign is not escaped', () => {
    expect(findReferenced('#', root)).toBe(root)
    expect(findReferenced('#/$defs/100%', root)).toEqual({ title: '100%' })
  })

  it.each([
    '#/$defs/None',
    '#/$defs/toString',
    '#/$defs/Line/properties',
    '#/properties/a',
    '#Line',
    'https://host.invalid/Line',
    '',
  ])('finds nothing for %s', (reference) => {
    expect(findReferenced(reference, root)).toBeUndefined()
  })

  it('finds nothing in a root without definitions', () => {
    expect(findReferenced('#/$defs/Line', {})).toBeUndefined()
  })
})
