import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { manifestDigest } from '../../src/manifest/manifest-digest.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import type { JsonObject, JsonValue } from '../../src/schema/json.js'
import { digestA, digestB, documentData, grantData } from './documents.js'

function digest(document: JsonValue): string {
  return manifestDigest(parseManifest(JSON.stringify(document)))
}

const full = grantData({
  title: 'Order',
  effect: 'write',
  approval: 'required',
  contract: digestA,
  arguments: { type: 'object', required: ['b', 'a'], enum: [{ a: 1, b: 2 }] },
  idempotencyKey: 'id',
  errors: 'in-doubt',
  completions: { trust: ['till'], requireEqual: ['amount'] },
})
const agents = [
  { name: 'triage', tools: ['@all'] },
  { name: 'audit', tools: ['@readonly', 'shop/order'] },
]
const servers = [
  { name: 'hub', transport: { command: 'hub' } },
  { name: 'git', transport: { url: 'https://git.example' } },
]
const pay = grantData({ ref: 'tool://shop/pay' })
const document = documentData({ tools: [full, pay], agents, servers })
const reference = digest(document)

/** The same value with the members of every map in the order that numbers give. */
function shuffled(value: JsonValue, order: readonly number[]): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => shuffled(item, order))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as JsonObject).map(
    ([key, member], index) => [order[index % order.length] ?? 0, key, member] as const,
  )
  members.sort(([a], [b]) => a - b)
  return Object.fromEntries(members.map(([, key, member]) => [key, shuffled(member, order)]))
}

/** The document with one grant changed. */
function withFull(members: JsonObject): JsonObject {
  return documentData({ tools: [{ ...full, ...members }, pay], agents, servers })
}

describe('manifestDigest', () => {
  it('is the SHA-256 of the purpose and the canonical document without defaults', () => {
    const canonical =
      '{"agents":[],"apiVersion":"tallystick/v1","kind":"ToolManifest",' +
      '"metadata":{"name":"shop","version":"1"},"servers":[],' +
      '"tools":[{"description":"Orders.","ref":"tool://shop/order"}]}'
    const hash = createHash('sha256').update(`tallystick.manifest.v1\n${canonical}`)
    expect(digest(documentData())).toBe(hash.digest('hex'))
  })

  it('does not depend on the order of keys [MAN-03]', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1 }), (order) => {
        expect(digest(shuffled(document, order))).toBe(reference)
      }),
    )
  })

  it('does not depend on comments, quotes and formatting [MAN-03]', () => {
    const text = `
# Reviewed.
kind: "ToolManifest"
apiVersion: tallystick/v1 # the first
metadata:
    version: '1'
    name: shop
spec: {tools: [{ref: tool://shop/order,
  "description": "Orders\\u002e"}]}
`
    expect(manifestDigest(parseManifest(text))).toBe(digest(documentData()))
  })

  it.each([
    ['no agents and servers', documentData({ agents: [], servers: [] })],
    ['no approval', documentData({ tools: [grantData({ approval: 'none' })] })],
    ['completions by nobody', documentData({ tools: [grantData({ completions: { trust: [] } })] })],
  ])('does not change when a default is written out: %s [MAN-03]', (_what, written) => {
    expect(digest(written)).toBe(digest(documentData()))
  })

  it.each([
    ['trust', { trust: ['till'], requireEqual: [] }, { trust: ['till'] }],
    ['equality', { trust: [], requireEqual: ['amount'] }, { requireEqual: ['amount'] }],
  ])('takes an empty half of completions for none: %s', (_half, written, short) => {
    const [both, one] = [written, short].map((completions) =>
      digest(documentData({ tools: [grantData({ completions })] })),
    )
    expect(both).toBe(one)
    expect(both).not.toBe(digest(documentData()))
  })

  it.each([
    ['false', false, 'read'],
    ['true', true, 'write'],
  ])('takes `mutates: %s` for the effect it is short for', (_word, mutates, effect) => {
    const [short, long] = [{ mutates }, { effect }].map((members) =>
      digest(documentData({ tools: [grantData(members)] })),
    )
    expect(short).toBe(long)
  })

  it('does not depend on the order of grants, agents and servers', () => {
    const turned = documentData({
      tools: [pay, full],
      agents: agents.toReversed(),
      servers: servers.toReversed(),
    })
    expect(digest(turned)).toBe(reference)
  })

  it.each([
    ['the name', { ...document, metadata: { name: 'till', version: '1' } }],
    ['the version', { ...document, metadata: { name: 'shop', version: '2' } }],
    [
      'a grant more',
      documentData({ tools: [full, pay, grantData({ ref: 'tool://a/b' })], agents, servers }),
    ],
    ['a grant less', documentData({ tools: [full], agents, servers })],
    ['a reference', withFull({ ref: 'tool://shop/orders' })],
    ['a description', withFull({ description: 'Orders' })],
    ['a title', withFull({ title: 'order' })],
    ['an effect', withFull({ effect: 'idempotent' })],
    ['approval', withFull({ approval: 'four-eyes' })],
    ['a contract', withFull({ contract: digestB })],
    ['the order of an enum', withFull({ arguments: { type: 'object', enum: [2, 1] } })],
    ['a key', withFull({ idempotencyKey: '/id' })],
    ['the meaning of errors', withFull({ errors: 'did-not-happen' })],
    ['who is trusted', withFull({ completions: { trust: ['tills'], requireEqual: ['amount'] } })],
    ['what must be equal', withFull({ completions: { trust: ['till'] } })],
    [
      'the entries of an agent',
      documentData({
        tools: [full, pay],
        agents: [agents[0] ?? {}, { name: 'audit', tools: ['@readonly'] }],
        servers,
      }),
    ],
    [
      'the name of an agent',
      documentData({
        tools: [full, pay],
        agents: [agents[0] ?? {}, { name: 'b', tools: agents[1]?.tools ?? [] }],
        servers,
      }),
    ],
    ['a server', documentData({ tools: [full, pay], agents, servers: servers.slice(1) })],
    [
      'how a server is reached',
      documentData({
        tools: [full, pay],
        agents,
        servers: [
          { name: 'hub', transport: { command: 'hub', args: ['-v'] } },
          ...servers.slice(1),
        ],
      }),
    ],
  ])('changes with %s [MAN-03]', (_what, changed) => {
    expect(digest(changed)).not.toBe(reference)
  })
})
