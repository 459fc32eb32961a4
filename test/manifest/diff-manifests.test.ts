import { describe, expect, it } from 'vitest'

import { contractBook, faultyBook } from '../../src/manifest/contract/contract-book.js'
import { contractDigest } from '../../src/registry/contract/contract.js'
import { diffManifests } from '../../src/manifest/diff/diff-manifests.js'
import type { DiffOptions } from '../../src/manifest/diff/diff-options.js'
import type { Manifest } from '../../src/manifest/manifest.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import type { JsonObject } from '../../src/schema/json.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { digestA, digestB, documentData, grantData } from './documents.js'
import { manifestOf, manifestWith, registryOf, tool } from './tools.js'

/** A tool whose only argument has this schema. */
function toolOf(sku: JsonSchema): ToolDefinition {
  return tool({ inputSchema: { type: 'object', properties: { sku } } })
}

/** A manifest in which the contract of this tool was reviewed. */
function reviewOf(reviewed: ToolDefinition): Manifest {
  return manifestOf({ contract: contractDigest(reviewed) })
}

const pay = { ref: 'tool://shop/pay', description: 'Pays.' }

/** The changes between two specs, each as its severity, kind and tool or agent. */
function kindsOf(
  before: JsonObject,
  after: JsonObject,
  options: DiffOptions = {},
): readonly string[] {
  return diffManifests(manifestWith(before), manifestWith(after), options).map(
    ({ severity, kind, toolId = '', agent = '' }) =>
      [severity, kind, agent, toolId].filter((word) => word !== '').join(' '),
  )
}

/** As `kindsOf`, for one grant. */
function grantKinds(
  before: JsonObject,
  after: JsonObject,
  options: DiffOptions = {},
): readonly string[] {
  return kindsOf({ tools: [grantData(before)] }, { tools: [grantData(after)] }, options)
}

describe('diffManifests', () => {
  it('is empty for one document in another order', () => {
    const grants = [grantData(), grantData({ approval: 'none', ref: 'tool://shop/pay' })]
    expect(kindsOf({ tools: grants }, { tools: grants.toReversed(), agents: [] })).toEqual([])
  })

  it.each([
    ['a tool that writes', { effect: 'write' }, ['high tool-added shop/pay']],
    ['a tool of which nothing is known', {}, ['high tool-added shop/pay']],
    ['a tool that reads', { effect: 'read' }, ['medium tool-added shop/pay']],
  ])('tells %s that was added [MAN-07]', (_what, members, kinds) => {
    expect(kindsOf({ tools: [] }, { tools: [{ ...pay, ...members }] })).toEqual(kinds)
  })

  it('tells a tool that was removed [MAN-07]', () => {
    expect(kindsOf({ tools: [pay] }, { tools: [] })).toEqual(['medium tool-removed shop/pay'])
  })

  it('tells a rename by its contract, and that its keys start anew [MAN-07]', () => {
    const [before, after] = ['tool://shop/pay', 'tool://till/pay'].map((ref) =>
      manifestOf({ ref, contract: digestA }),
    )
    const [found, ...others] = before && after ? diffManifests(before, after) : []
    expect(found).toMatchObject({ kind: 'tool-renamed', toolId: 'till/pay', severity: 'high' })
    expect(found?.message).toBe(
      'till/pay: it was called shop/pay. It starts with an empty space of idempotency keys: ' +
        'what was done under the old name can be done again.',
    )
    expect(others).toEqual([])
  })

  it('tells what else changed in a tool that was renamed', () => {
    const before = grantData({ contract: digestA, approval: 'required' })
    const after = grantData({ contract: digestA, ref: 'tool://shop/buy' })
    expect(kindsOf({ tools: [before] }, { tools: [after] })).toEqual([
      'high approval-loosened shop/buy',
      'high tool-renamed shop/buy',
    ])
  })

  it('takes tools that share a contract for renamed only where their words tell them apart', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({
      ref: `tool://x/${name}`,
      contract: digestA,
    }))
    const before = [
      grantData({ ...a, description: 'One.' }),
      grantData({ ...b, description: 'Two.' }),
    ]
    const told = [
      grantData({ ...c, description: 'Two.' }),
      grantData({ ...d, description: 'One.' }),
    ]
    const alike = [grantData(c), grantData(d)]
    expect(kindsOf({ tools: before }, { tools: told })).toEqual([
      'high tool-renamed x/c',
      'high tool-renamed x/d',
    ])
    expect(kindsOf({ tools: before }, { tools: alike })).not.toContainEqual(
      expect.stringContaining('renamed'),
    )
  })

  it('takes nothing for renamed that two tools may have become', () => {
    const before = ['a', 'b'].map((name) =>
      grantData({ ref: `tool://x/${name}`, contract: digestA }),
    )
    const after = [grantData({ ref: 'tool://x/c', contract: digestA, description: 'Else.' })]
    expect(kindsOf({ tools: before }, { tools: after })).toEqual([
      'high tool-added x/c',
      'medium tool-removed x/a',
      'medium tool-removed x/b',
    ])
  })

  it.each([
    ['read', 'write', ['high effect-widened shop/order']],
    ['read', 'idempotent', ['high effect-widened shop/order']],
    ['write', 'read', ['low effect-narrowed shop/order']],
    [undefined, 'read', ['low effect-narrowed shop/order']],
    ['read', undefined, ['high effect-widened shop/order']],
    ['write', undefined, ['low effect-narrowed shop/order']],
  ])('tells an effect that went from %s to %s [MAN-07]', (before, after, kinds) => {
    const members = [before, after].map((effect) => (effect === undefined ? {} : { effect }))
    expect(grantKinds(members[0] ?? {}, members[1] ?? {})).toEqual(kinds)
  })

  it('tells an effect that widened in the code, where the grant leaves it to the code [MAN-07]', () => {
    const [old, now] = [tool({ effect: 'read' }), tool({ effect: 'write' })]
    const contracts = contractBook([old, now])
    const kinds = grantKinds(
      { contract: contractDigest(old) },
      { contract: contractDigest(now) },
      { contracts },
    )
    expect(kinds).toEqual(['high effect-widened shop/order', 'high schema-changed shop/order'])
  })

  it.each([
    ['a narrower argument', { minLength: 1 }, { minLength: 2 }, true, 'medium'],
    ['a wider argument', { minLength: 2 }, { minLength: 1 }, false, 'medium'],
    [
      'another description of an argument',
      { description: 'A' },
      { description: 'B' },
      false,
      'low',
    ],
  ])('tells a changed schema with %s [MAN-07]', (_what, before, after, breaking, severity) => {
    const [old, now] = [toolOf(before), toolOf(after)]
    const found = diffManifests(reviewOf(old), reviewOf(now), {
      contracts: contractBook([old, now]),
    })
    expect(found).toMatchObject([
      { kind: 'schema-changed', breaking, severity, changes: [{ breaking }] },
    ])
  })

  it.each([
    ['reviewed', 'now'],
    ['proposed', 'old'],
  ] as const)('says that the %s contract is not at hand', (which, known) => {
    const tools = { old: toolOf({ minimum: 1 }), now: toolOf({ minimum: 2 }) }
    const contracts = contractBook([tools[known]])
    const found = diffManifests(reviewOf(tools.old), reviewOf(tools.now), { contracts })
    const told = `what changed cannot be said: the ${which} contract is not at hand.`
    expect(found.map(({ message }) => message)).toContain(
      `shop/order: its contract changed; ${told}`,
    )
  })

  it('tells a changed contract that is not at hand as the worst it can be', () => {
    const found = diffManifests(
      manifestOf({ contract: digestA }),
      manifestOf({ contract: digestB }),
    )
    expect(found).toMatchObject([{ kind: 'schema-changed', severity: 'high', before: digestA }])
    expect(found[0]?.message).toContain('what changed cannot be said: the reviewed contract is not')
  })

  it('says what is wrong with the file that would have told what changed', () => {
    const contracts = faultyBook([], { message: 'a.contracts.json: it is not JSON' })
    const [before, after] = [digestA, digestB].map((contract) => manifestOf({ contract }))
    const [found] = before && after ? diffManifests(before, after, { contracts }) : []
    expect(found?.message).toMatch(/cannot be said: a\.contracts\.json: it is not JSON\.$/)
  })

  it.each([
    ['a contract', { contract: digestA }, 'its contract is'],
    ['arguments', { arguments: { minProperties: 1 } }, 'its arguments are'],
  ])(
    'tells %s that is stated for the first time, or not any more [MAN-07]',
    (_what, stated, words) => {
      const [bare, held] = [manifestOf({}), manifestOf(stated)]
      expect(diffManifests(bare, held)).toMatchObject([
        { kind: 'schema-changed', severity: 'low', message: `shop/order: ${words} stated now.` },
      ])
      const [dropped] = diffManifests(held, bare)
      expect(dropped).toMatchObject({ kind: 'schema-changed', severity: 'high' })
      expect(dropped?.message).toBe(
        `shop/order: ${words} not stated any more: it may change unnoticed.`,
      )
    },
  )

  it.each([
    [
      'words',
      { title: 'A' },
      { description: 'B.' },
      ['low wording shop/order', 'low wording shop/order'],
    ],
    [
      'approval taken away',
      { approval: 'four-eyes' },
      { approval: 'required' },
      ['high approval-loosened shop/order'],
    ],
    ['approval asked for', {}, { approval: 'required' }, ['low approval-tightened shop/order']],
    [
      'arguments',
      { arguments: { minProperties: 1 } },
      { arguments: { minProperties: 2 } },
      ['medium schema-changed shop/order'],
    ],
    ['a key', { idempotencyKey: 'a' }, {}, ['high setting-changed shop/order']],
    [
      'the meaning of errors',
      {},
      { errors: 'did-not-happen' },
      ['high setting-changed shop/order'],
    ],
    ['trust', {}, { completions: { trust: ['till'] } }, ['high setting-changed shop/order']],
  ])('tells %s [MAN-07]', (_what, before, after, kinds) => {
    expect(grantKinds(before, after)).toEqual(kinds)
  })

  it('tells how servers changed', () => {
    const server = (name: string, command: string) => ({ name, transport: { command } })
    const before = { servers: [server('a', 'x'), server('b', 'x')] }
    const after = { servers: [server('b', 'y'), server('c', 'x')] }
    expect(kindsOf(before, after)).toEqual([
      'high server-added',
      'high server-changed',
      'medium server-removed',
    ])
  })

  it('tells a new version', () => {
    const changed = parseManifest(
      JSON.stringify({ ...documentData(), metadata: { name: 'shop', version: '2' } }),
    )
    expect(diffManifests(manifestWith({}), changed)).toMatchObject([
      { kind: 'wording', severity: 'low' },
    ])
  })
})

describe('diffManifests, for agents', () => {
  const everyone = [{ name: 'triage', tools: ['@all'] }]

  it('tells what a new grant gives to every agent that selects it by a group [MAN-07]', () => {
    const agents = [
      ...everyone,
      { name: 'audit', tools: ['@readonly'] },
      { name: 'till', tools: ['@server:shop'] },
    ]
    const before = { tools: [grantData({ effect: 'read' })], agents }
    const after = { tools: [grantData({ effect: 'read' }), { ...pay, effect: 'write' }], agents }
    expect(kindsOf(before, after)).toEqual([
      'high tool-added shop/pay',
      'high agent-gains till shop/pay',
      'high agent-gains triage shop/pay',
    ])
  })

  it.each([
    [
      'the registry',
      { registry: registryOf(tool({ effect: 'read' }), tool({ name: 'pay', groups: ['money'] })) },
      [],
    ],
    ['nothing', {}, ['high agent-gains triage shop/pay']],
  ])('says what may be gained where %s is at hand', (_what, options, kinds) => {
    const before = {
      tools: [grantData(), pay],
      agents: [{ name: 'triage', tools: ['shop/order'] }],
    }
    const after = { ...before, agents: [{ name: 'triage', tools: ['shop/order', '@readonly'] }] }
    const gains = kindsOf(before, after, options).filter((kind) => kind.includes('gains'))
    expect(gains).toEqual(kinds)
  })

  it('tells what an agent loses', () => {
    const before = { tools: [grantData(), pay], agents: everyone }
    const after = {
      tools: [grantData(), pay],
      agents: [{ name: 'triage', tools: ['@all', '-shop/pay'] }],
    }
    expect(kindsOf(before, after)).toEqual(['medium agent-loses triage shop/pay'])
  })

  it('tells an agent that came, one that went, and one whose list says the same in other words', () => {
    const before = { agents: [...everyone, { name: 'old', tools: [] }] }
    const after = {
      agents: [
        { name: 'triage', tools: ['shop/order'] },
        { name: 'new', tools: ['@all'] },
      ],
    }
    expect(kindsOf(before, after)).toEqual([
      'high agent-gains new shop/order',
      'medium agent-added new',
      'medium agent-removed old',
      'low agent-entries triage',
    ])
  })
})
