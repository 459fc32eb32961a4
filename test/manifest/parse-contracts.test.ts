import { describe, expect, it } from 'vitest'

import { contractsDocument } from '../../src/manifest/contract/contract-book.js'
import { contractDigest, contractOf } from '../../src/registry/contract/contract.js'
import { parseContracts } from '../../src/manifest/contract/parse-contracts.js'
import { digestA } from './documents.js'
import { manifestOf, registryOf, tool } from './tools.js'

const order = tool()
const pay = tool({ name: 'pay', outputSchema: { type: 'string' } })
const text = contractsDocument(
  manifestOf(
    { contract: contractDigest(order) },
    { ref: 'tool://shop/pay', contract: contractDigest(pay) },
  ),
  registryOf(order, pay),
)

/** A file of contracts with this under `contracts`, in JSON. */
function fileWith(contracts: string): string {
  return `{"apiVersion":"tallystick/v1","kind":"ToolContracts","contracts":${contracts}}`
}

describe('parseContracts', () => {
  it('gives each contract under its digest, and no fault', () => {
    const book = parseContracts(text)
    expect(book.get(contractDigest(pay))).toEqual(contractOf(pay))
    expect(book.size).toBe(2)
    expect(book.fault).toBeUndefined()
  })

  it('leaves out a contract that was changed by hand, and says so', () => {
    const book = parseContracts(text.replace('"minLength": 1', '"minLength": 0'), {
      path: 'a.json',
    })
    expect([...book.keys()]).toEqual([contractDigest(pay)])
    expect(book.fault).toEqual({
      message: 'a.json: a contract in it does not match the digest it is listed under',
      digests: [contractDigest(order)],
    })
  })

  it('leaves out a contract that stands under the digest of another', () => {
    const book = parseContracts(text.replace(contractDigest(order), digestA))
    expect(book.has(digestA)).toBe(false)
    expect(book.fault?.digests).toEqual([digestA])
  })

  it.each([
    ['what is no contract', 'null'],
    ['a number that has no canonical form', '{"inputSchema":{"minimum":1e999}}'],
    ['what is nested deeply', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('leaves out %s', (_what, contract) => {
    const book = parseContracts(fileWith(`{"${digestA}":${contract}}`))
    expect([book.size, book.fault?.digests]).toEqual([0, [digestA]])
  })

  it.each([
    ['', 'it is not JSON'],
    [`<<<<<<< ours\n${text}`, 'it is not JSON'],
    ['null', 'it is not a file of contracts'],
    ['[]', 'it is not a file of contracts'],
    ['{"contracts":{}}', 'it is not a file of contracts'],
    [
      text.replace('tallystick/v1', 'tallystick/v2'),
      'this release of tallystick reads tallystick/v1',
    ],
    [fileWith('[]'), 'its `contracts` are not a map'],
  ])('says what is wrong with a text that is no such file: %#', (broken, problem) => {
    const book = parseContracts(broken)
    expect(book.size).toBe(0)
    expect(book.fault).toEqual({ message: `the contracts file: ${problem}` })
  })
})
