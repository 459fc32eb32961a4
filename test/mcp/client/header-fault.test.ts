import { describe, expect, it } from 'vitest'

import { findHeaderFault } from '../../../src/mcp/client/list/header-fault.js'

const asking = (header: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': header })
const taking = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

describe('findHeaderFault', () => {
  it('finds none in headers of a text, a whole number and a truth value', () => {
    const [a, b, c] = [asking('A'), asking('B', 'integer'), asking('C', 'boolean')]
    expect(findHeaderFault(taking({ a, b, c }))).toBeUndefined()
  })

  it('finds none in an argument of an argument, nor in data and names that only look like one', () => {
    const looks = { default: asking(''), enum: [asking('')], type: 'object' }
    const nested = taking({ region: asking('Region'), looks, 'x-mcp-header': { type: 'string' } })
    expect(findHeaderFault(taking({ nested }))).toBeUndefined()
  })

  it.each<[string, object]>([
    ['without a legal name', taking({ a: asking('') })],
    ['without a legal name', taking({ a: asking('My Region') })],
    ['without a legal name', taking({ a: asking('Région') })],
    ['without a legal name', taking({ a: asking('A:B') })],
    ['without a legal name', taking({ a: asking('A\r\nB') })],
    ['without a legal name', taking({ a: asking(7) })],
    ['of what is no text', taking({ a: asking('A', 'number') })],
    ['of what is no text', taking({ a: asking('A', 'object') })],
    ['of what is no text', taking({ a: asking('A', ['string', 'null']) })],
    ['one header twice', taking({ a: asking('Region'), b: asking('region') })],
    ['where no single argument stands', { ...taking({}), ...asking('A', 'object') }],
    ['where no single argument stands', taking({ a: { type: 'array', items: asking('A') } })],
    ['where no single argument stands', taking({}, { anyOf: [taking({ a: asking('A') })] })],
    ['where no single argument stands', taking({}, { $defs: { a: asking('A') } })],
  ])('finds a header %s', (words, schema) => {
    expect(findHeaderFault({ ...schema })).toContain(words)
  })

  it('comes to the end of a schema of any depth', () => {
    let items: object = asking('A')
    for (let depth = 0; depth < 100_000; depth += 1) items = { items }
    expect(findHeaderFault({ items })).toContain('where no single argument stands')
  })
})
