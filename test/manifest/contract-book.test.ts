import { describe, expect, it } from 'vitest'

import {
  contractsDocument,
  contractsPath,
  faultyBook,
  joinBooks,
} from '../../src/manifest/contract/contract-book.js'
import { contractDigest, contractOf } from '../../src/registry/contract/contract.js'
import { parseContracts } from '../../src/manifest/contract/parse-contracts.js'
import { manifestOf, registryOf, tool } from './tools.js'

const order = tool()
const other = tool({ name: 'pay', outputSchema: { type: 'string' } })
const manifest = manifestOf(
  { contract: contractDigest(order) },
  { ref: 'tool://shop/pay', contract: contractDigest(other) },
)
const document = contractsDocument(manifest, registryOf(order, other))

describe('contractsDocument', () => {
  it('holds the contract of every digest that the manifest states', () => {
    const book = parseContracts(document)
    expect([...book.keys()]).toEqual([contractDigest(order), contractDigest(other)].sort())
    expect(book.get(contractDigest(other))).toEqual(contractOf(other))
  })

  it('keeps what was reviewed and is not in the code any more', () => {
    const changed = registryOf(tool({ inputSchema: { type: 'object' } }))
    expect(contractsDocument(manifest, changed, parseContracts(document))).toBe(document)
  })

  it('drops what no grant states any more', () => {
    const less = manifestOf({ contract: contractDigest(order) })
    const text = contractsDocument(less, registryOf(), parseContracts(document))
    expect([...parseContracts(text).keys()]).toEqual([contractDigest(order)])
  })
})

describe('contractsPath', () => {
  it.each([
    ['tallystick.yaml', 'tallystick.contracts.json'],
    ['a.b/shop.yml', 'a.b/shop.contracts.json'],
    ['manifest', 'manifest.contracts.json'],
  ])('puts the contracts of %s into %s', (path, expected) => {
    expect(contractsPath(path)).toBe(expected)
  })
})

describe('joinBooks', () => {
  const [sound, broken] = [parseContracts(document), faultyBook([], { message: 'it is broken' })]

  it('holds what any of the books holds', () => {
    expect(joinBooks([new Map(), sound])).toEqual(sound)
    expect(joinBooks([sound, new Map()]).fault).toBeUndefined()
  })

  it('keeps what is wrong with one of them', () => {
    expect(joinBooks([sound, broken])).toMatchObject({ size: 2, fault: broken.fault })
  })
})
