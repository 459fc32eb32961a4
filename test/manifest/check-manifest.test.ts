import { describe, expect, it } from 'vitest'

import { assertManifest, checkManifest } from '../../src/manifest/check/check-manifest.js'
import { contractBook } from '../../src/manifest/contract/contract-book.js'
import { contractDigest } from '../../src/manifest/contract/contract.js'
import type { Manifest } from '../../src/manifest/manifest.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { digestA, documentData, grantData } from './documents.js'
import { problemsOf } from './problems-of.js'
import { manifestOf, manifestWith, registryOf, tool } from './tools.js'

function kindsOf(registry: ToolRegistry, manifest: Manifest): readonly string[] {
  return checkManifest(registry, manifest).map(({ kind, toolId = '' }) => `${kind} ${toolId}`)
}

const passing = (name: string) => ({
  name,
  handle: (call: never, next: (call: never) => never) => next(call),
})
const invisible = 'A\u200bB'

describe('checkManifest', () => {
  it('is empty when code and manifest agree [MAN-02]', () => {
    const contract = contractDigest(tool())
    expect(checkManifest(registryOf(tool()), manifestOf({ contract }))).toEqual([])
  })

  it.each([
    ['read', 'idempotent'],
    ['read', 'write'],
    ['idempotent', 'write'],
    ['write', 'write'],
  ] as const)('lets a tool that declares %s be granted as %s [MAN-02]', (effect, granted) => {
    expect(checkManifest(registryOf(tool({ effect })), manifestOf({ effect: granted }))).toEqual([])
  })

  it.each([
    ['write', 'idempotent'],
    ['write', 'read'],
    ['idempotent', 'read'],
  ] as const)('reports a tool that declares %s granted as %s [MAN-02]', (effect, granted) => {
    expect(kindsOf(registryOf(tool({ effect })), manifestOf({ effect: granted }))).toEqual([
      'laxer-effect shop/order',
    ])
  })

  it('takes the short form of an effect for the effect [MAN-02]', () => {
    expect(kindsOf(registryOf(tool()), manifestOf({ mutates: false }))).toEqual([
      'laxer-effect shop/order',
    ])
  })

  it('takes the effect of a foreign tool from its grant, for it declares none', () => {
    const foreign = tool({ source: 'mcp' })
    expect(checkManifest(registryOf(foreign), manifestOf({ effect: 'read' }))).toEqual([])
  })

  it('reports a tool that is implemented and not granted [MAN-02]', () => {
    expect(kindsOf(registryOf(tool(), tool({ name: 'pay' })), manifestOf({}))).toEqual([
      'not-granted shop/pay',
    ])
  })

  it('reports a tool that is granted and not implemented, with the nearest that is [MAN-02]', () => {
    const manifest = manifestOf({}, { ref: 'tool://shop/ordr' })
    const [found] = checkManifest(registryOf(tool()), manifest)
    expect(found).toMatchObject({ kind: 'not-implemented', toolId: 'shop/ordr' })
    expect(found?.message).toContain('Did you mean "shop/order"?')
  })

  it.each([
    ['builtin', ['repeated-arguments shop/order']],
    ['subagent', ['repeated-arguments shop/order']],
    ['scripts', []],
    ['mcp', []],
  ] as const)('judges `arguments` in the grant of a tool from %s [MAN-02]', (source, kinds) => {
    const definition = tool({ source })
    const manifest = manifestOf({ arguments: definition.inputSchema as never })
    expect(kindsOf(registryOf(definition), manifest)).toEqual(kinds)
  })

  it('reports arguments of a foreign tool that are not those of its grant [MAN-02]', () => {
    const foreign = tool({ source: 'mcp' })
    const [found] = checkManifest(
      registryOf(foreign),
      manifestOf({ arguments: { type: 'object' } }),
    )
    expect(found).toMatchObject({ kind: 'contract-drift', severity: 'medium' })
    expect(found?.changes?.[0]?.path).toBe('inputSchema.properties.sku')
  })

  it('reports a contract that is not the reviewed one, with what changed in it [MAN-02]', () => {
    const reviewed = tool({
      inputSchema: { type: 'object', properties: { sku: { maxLength: 9 } } },
    })
    const changed = tool({ inputSchema: { type: 'object', properties: { sku: { maxLength: 5 } } } })
    const manifest = manifestOf({ contract: contractDigest(reviewed) })
    const contracts = contractBook([reviewed])
    const [found] = checkManifest(registryOf(changed), manifest, { contracts })
    expect(found).toMatchObject({
      kind: 'contract-drift',
      message: 'shop/order: its contract is another one than was reviewed.',
      changes: [
        { path: 'inputSchema.properties.sku.maxLength', before: 9, after: 5, breaking: true },
      ],
    })
  })

  it('reports a changed contract when what was reviewed is not at hand, and says so', () => {
    const [found] = checkManifest(registryOf(tool()), manifestOf({ contract: digestA }))
    expect(found).not.toHaveProperty('changes')
    expect(found?.message).toContain('the reviewed contract is not at hand')
    expect(found?.fix).toContain('`tallystick manifest update`')
  })

  it.each([
    [
      'only words changed',
      { properties: { a: { description: 'A' } } },
      { properties: { a: { description: 'B' } } },
      'low',
    ],
    ['an optional argument came', { properties: {} }, { properties: { a: {} } }, 'medium'],
    ['a dialect was named', {}, { $schema: 'http://json-schema.org/draft-07/schema#' }, 'medium'],
  ])('tells how bad it is that of a foreign tool %s', (_what, before, after, severity) => {
    const [reviewed, changed] = [before, after].map((schema) =>
      tool({ source: 'mcp', inputSchema: { type: 'object', ...schema } }),
    )
    if (reviewed === undefined || changed === undefined) return
    const manifest = manifestOf({ contract: contractDigest(reviewed) })
    const contracts = contractBook([reviewed])
    expect(checkManifest(registryOf(changed), manifest, { contracts })).toMatchObject([
      { kind: 'contract-drift', severity },
    ])
  })

  it('does not take a foreign tool for changed when its keys come in another order', () => {
    const [first, second] = [
      { a: {}, b: {} },
      { b: {}, a: {} },
    ].map((properties) => tool({ source: 'mcp', inputSchema: { type: 'object', properties } }))
    if (first === undefined || second === undefined) return
    const manifest = manifestOf({ contract: contractDigest(first) })
    expect(checkManifest(registryOf(second), manifest)).toEqual([])
  })

  it('says which tool a granted one may have become', () => {
    const manifest = manifestOf({ contract: contractDigest(tool()) })
    const [, found] = checkManifest(registryOf(tool({ name: 'buy' })), manifest)
    expect(found?.message).toContain('shop/buy has the contract it was granted with')
  })

  it('does not take a contract of other rules for a changed tool', () => {
    const manifest = manifestOf({ contract: digestA.replace('c1', 'c2') })
    const [found] = checkManifest(registryOf(tool()), manifest)
    expect(found?.message).toContain('by other rules')
  })

  it('reports what a document made in code gets wrong that parsing would refuse [MAN-02]', () => {
    const grants = [
      grantData(),
      grantData(),
      { ref: 'shop/order', description: 'A.' },
      { ref: 'tool://a/b' },
    ]
    const manifest = documentData({ tools: grants }) as unknown as Manifest
    expect(kindsOf(registryOf(tool(), tool({ server: 'a', name: 'b' })), manifest)).toEqual([
      'description-missing a/b',
      'duplicate-grant shop/order',
      'unparseable-ref shop/order',
    ])
  })

  it.each(['required', 'four-eyes'])(
    'reports approval (%s) that no layer asks for [MAN-02]',
    (approval) => {
      const manifest = manifestOf({ approval })
      const registry = registryOf(tool())
      expect(kindsOf(registry, manifest)).toEqual(['approval-without-layer shop/order'])
      expect(kindsOf(registry.layer(passing('approval') as never), manifest)).toEqual([])
    },
  )

  it('reports a key that no journal remembers [MAN-02]', () => {
    const manifest = manifestOf({ idempotencyKey: 'sku' })
    const registry = registryOf(tool())
    expect(kindsOf(registry, manifest)).toEqual(['key-without-journal shop/order'])
    expect(kindsOf(registry.layer(passing('idempotency') as never), manifest)).toEqual([])
  })

  it.each([
    ['the description', tool(), { description: 'Ask tool://shop/pay, first.' }],
    ['the title', tool(), { title: 'Not tool://shop/pay' }],
    [
      'an argument',
      tool({
        inputSchema: {
          type: 'object',
          properties: { a: { description: 'See (tool://shop/pay).' } },
        },
      }),
      {},
    ],
    ['the output', tool({ outputSchema: { description: 'From "tool://shop/pay"' } }), {}],
  ])('reports a tool that is named by %s and not granted [MAN-09]', (_where, definition, grant) => {
    const [found, ...others] = checkManifest(registryOf(definition), manifestOf(grant))
    expect(found).toMatchObject({ kind: 'ungranted-reference', toolId: 'shop/order' })
    expect(found?.message).toContain('names "tool://shop/pay", which is not granted.')
    expect(others).toEqual([])
  })

  it('lets a text name a tool that is granted [MAN-09]', () => {
    const manifest = manifestOf({ description: 'Not tool://shop/pay.' }, { ref: 'tool://shop/pay' })
    expect(checkManifest(registryOf(tool(), tool({ name: 'pay' })), manifest)).toEqual([])
  })

  it.each([
    ['a description', tool(), { description: invisible }, 'grant.description'],
    ['a title', tool(), { title: invisible }, 'grant.title'],
    [
      'a default',
      tool({ inputSchema: { type: 'object', properties: { a: { default: invisible } } } }),
      {},
      'inputSchema.properties.a.default',
    ],
    [
      'a nested description',
      tool({
        inputSchema: { type: 'object', properties: { a: { items: { description: invisible } } } },
      }),
      {},
      'inputSchema.properties.a.items.description',
    ],
    [
      'the name of an argument',
      tool({ inputSchema: { type: 'object', properties: { [invisible]: {} } } }),
      {},
      'a key of inputSchema.properties',
    ],
    ['the output', tool({ outputSchema: { enum: [invisible] } }), {}, 'outputSchema.enum[0]'],
  ])(
    'reports characters that nobody sees in %s, by code point and offset [MAN-02]',
    (_where, definition, grant, place) => {
      const [found, ...others] = checkManifest(registryOf(definition), manifestOf(grant))
      expect(found).toMatchObject({ kind: 'invisible-text', severity: 'high' })
      expect(found?.message).toBe(
        `shop/order: ${place} has characters that a reader does not see: U+200B at 1.`,
      )
      expect(others).toEqual([])
    },
  )

  it('reports characters that nobody sees outside of grants', () => {
    const document = documentData()
    const hidden = { ...document, metadata: { name: invisible, version: '1' } }
    expect(kindsOf(registryOf(tool()), parseManifest(JSON.stringify(hidden)))).toEqual([
      'invisible-text ',
    ])
  })

  it.each([
    ['a name that is not there', 'shop/pay', 'names nothing that is granted.'],
    ['a server without tools', '@server:bank', 'names nothing that is granted.'],
    ['a label without tools', '@group:sales', 'names nothing that is granted.'],
    ['a bare name of two tools', 'order', 'names more than one tool: shop/order, till/order.'],
  ])('reports an agent that lists %s', (_what, entry, message) => {
    const agents = [{ name: 'triage', tools: ['@mcp', 'shop/pay?', entry] }]
    const tools = [grantData(), grantData({ ref: 'tool://till/order' })]
    const registry = registryOf(tool(), tool({ server: 'till' }))
    const found = checkManifest(registry, manifestWith({ tools, agents }))
    expect(found.map((one) => one.message)).toEqual([
      `agent "triage": tools[2] "${entry}" ${message}`,
    ])
  })

  it('sorts what it finds by tool and puts the worst first', () => {
    const manifest = manifestOf(
      { ref: 'tool://b/b', title: 'See tool://x/y', effect: 'read', approval: 'required' },
      { ref: 'tool://a/a' },
    )
    expect(kindsOf(registryOf(tool({ server: 'b', name: 'b' })), manifest)).toEqual([
      'not-implemented a/a',
      'approval-without-layer b/b',
      'laxer-effect b/b',
      'ungranted-reference b/b',
    ])
  })

  it('says where the grant stands', () => {
    const text = JSON.stringify(documentData(), undefined, 2)
    const manifest = parseManifest(text, { path: 'tallystick.yaml' })
    const [found] = checkManifest(registryOf(), manifest)
    expect(found?.place).toEqual({ path: 'tallystick.yaml', line: 10, column: 7 })
  })
})

describe('assertManifest', () => {
  it('throws every disagreement at once, with place, message and fix', () => {
    const manifest = manifestOf({ effect: 'read', approval: 'required' })
    const registry = registryOf(tool(), tool({ name: 'pay' }))
    const problems = problemsOf(() => assertManifest(registry, manifest))
    expect(problems.map(({ subject }) => subject)).toEqual([
      'manifest:1:111',
      'manifest:1:111',
      'manifest',
    ])
    expect(problems.every(({ fix }) => fix !== '')).toBe(true)
  })

  it('lets halves that match pass', () => {
    expect(() => assertManifest(registryOf(tool()), manifestOf({}))).not.toThrow()
  })
})
