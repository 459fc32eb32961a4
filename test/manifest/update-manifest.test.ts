import { describe, expect, it } from 'vitest'

import { checkManifest } from '../../src/manifest/check/check-manifest.js'
import { contractDigest } from '../../src/registry/contract/contract.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import { draftManifest } from '../../src/manifest/write/draft-manifest.js'
import { updateManifest } from '../../src/manifest/write/update-manifest.js'
import { digestA } from './documents.js'
import { problemsOf } from './problems-of.js'
import { registryOf, tool } from './tools.js'

const order = contractDigest(tool())
const registry = registryOf(tool(), tool({ name: 'pay' }))

const head = `# Ours.
kind:   ToolManifest   # the kind
apiVersion: "tallystick/v1"
metadata: {name: shop,   version: '1'}
spec:
`

/** A document whose spec is this, beginning in the first column of `tools`. */
function spec(text: string): string {
  return `${head}${text}`
}

/** Ways in which people write grants; \`@\` stands where the contract goes. */
const layouts: readonly (readonly [what: string, before: string, after: string])[] = [
  [
    'a contract in a block',
    `  tools:\n  -   ref:  tool://shop/order   # reviewed\n      contract: ${digestA}  # by me\n\n      # why\n      description: >-\n        Orders\n        things.\n`,
    `  tools:\n  -   ref:  tool://shop/order   # reviewed\n      contract: @  # by me\n\n      # why\n      description: >-\n        Orders\n        things.\n`,
  ],
  [
    'a contract in quotes in a flow map',
    `  tools: [ { contract: '${digestA}', ref: tool://shop/order, description: "A" } ] # end\n`,
    `  tools: [ { contract: @, ref: tool://shop/order, description: "A" } ] # end\n`,
  ],
  [
    'a contract in a block scalar',
    `  tools:\n    - ref: tool://shop/order\n      contract: |-\n        ${digestA}\n      description: A\n`,
    `  tools:\n    - ref: tool://shop/order\n      contract: @\n      description: A\n`,
  ],
  [
    'no contract in a block',
    `  tools:\n    - description: A # first\n      ref: tool://shop/order # second\n      title: B\n`,
    `  tools:\n    - description: A # first\n      ref: tool://shop/order # second\n      contract: @\n      title: B\n`,
  ],
  [
    'no contract, the reference last and without a line end',
    `  tools:\n    - description: A\n      ref: tool://shop/order`,
    `  tools:\n    - description: A\n      ref: tool://shop/order\n      contract: @`,
  ],
  [
    'no contract in a flow map over lines',
    `  tools:\n    - { ref: "tool://shop/order",\n        description: A }\n`,
    `  tools:\n    - { ref: "tool://shop/order", contract: @,\n        description: A }\n`,
  ],
  [
    'no contract behind a reference in a block scalar',
    `  tools:\n    - ref: >-\n        tool://shop/order\n      description: A\n`,
    `  tools:\n    - ref: >-\n        tool://shop/order\n      contract: @\n      description: A\n`,
  ],
]

describe('updateManifest', () => {
  it.each(layouts)(
    'writes the contract and leaves everything else to the letter: %s [MAN-06]',
    (_what, before, after) => {
      expect(updateManifest(spec(before), registry)).toBe(spec(after.replace('@', order)))
    },
  )

  it.each(layouts)('keeps Windows line ends: %s', (_what, before, after) => {
    const [text, expected] = [before, after.replace('@', order)].map((part) =>
      spec(part).replaceAll('\n', '\r\n'),
    )
    expect(updateManifest(text ?? '', registry)).toBe(expected)
  })

  it('changes nothing of a manifest that is up to date', () => {
    const text = draftManifest(registry)
    expect(updateManifest(text, registry)).toBe(text)
  })

  it('leaves the grants of tools that are not there, for a person to remove', () => {
    const text = spec(`  tools:\n    - { ref: tool://a/b, description: A, contract: ${digestA} }\n`)
    expect(updateManifest(text, registry)).toBe(text)
  })

  it('adds no tool unless asked to', () => {
    const text = draftManifest(registryOf(tool()))
    expect(updateManifest(text, registry)).toBe(text)
  })

  it.each([
    [
      'a block',
      '  tools:\n  # ours\n  - ref: tool://shop/order # one\n    description: A\n  # end\n\n  agents: []\n',
    ],
    [
      'a block that ends with the text',
      '  tools:\n      - description: A\n        ref: tool://shop/order',
    ],
    [
      'a block that ends in a block scalar',
      '  tools:\n    - ref: tool://shop/order\n      description: |\n        A\n\n  agents: []\n',
    ],
    ['a flow list', '  tools: [ { ref: tool://shop/order, description: A }, ]\n  agents: []\n'],
    ['an empty list', '  tools: []\n'],
  ])('adds tools behind the last grant of %s', (_what, before) => {
    const text = updateManifest(spec(before), registry, { addTools: true })
    expect(checkManifest(registry, parseManifest(text))).toEqual([])
    for (const line of before.split('\n').filter((one) => one.includes('#')))
      expect(text).toContain(line)
  })

  it('refuses a text that is no manifest', () => {
    const [problem] = problemsOf(() => updateManifest('kind: x', registry, { path: 'm.yaml' }))
    expect(problem?.subject).toBe('m.yaml:1:1')
  })

  it('writes nothing where the text cannot be edited in place', () => {
    const text = spec('  tools: [ { ref: tool://shop/order, description: A } # last\n  ]\n')
    const [problem] = problemsOf(() => updateManifest(text, registry, { addTools: true }))
    expect(problem?.subject).toBe('updateManifest')
  })
})
