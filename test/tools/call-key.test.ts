import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { canonicalJson } from '../../src/schema/canonical-json.js'
import {
  keyDigest,
  keyToken,
  tokenOfKey,
  type CallKey,
  type KeyOwner,
} from '../../src/tools/call-key.js'
import { ToolId } from '../../src/tools/tool-id.js'

const toolId = new ToolId('ledger', 'transfer')
const person = (id: string) => ({ id, kind: 'person' }) as const
const agentFor = (onBehalfOf: string) => ({ id: 'bot', kind: 'agent', onBehalfOf }) as const
const owner = { tenantId: 'acme', principal: person('ann'), toolId }
const declared = (value: CallKey['value']): CallKey => ({ kind: 'declared', value })
const caller = (value: string): CallKey => ({ kind: 'caller', value })
const delivery = (...value: [string, string]): CallKey => ({ kind: 'delivery', value })

function sha256(purpose: string, fields: readonly unknown[]): Buffer {
  return createHash('sha256')
    .update(`${purpose}\n${canonicalJson(fields)}`)
    .digest()
}

describe('keyDigest', () => {
  it.each([
    [declared('INV-7'), 'declared', ['acme', 'ledger', 'transfer', 'INV-7']],
    [declared(['INV', 7]), 'declared', ['acme', 'ledger', 'transfer', ['INV', 7]]],
    [caller('k'), 'caller', ['acme', ['person', 'ann'], 'ledger', 'transfer', 'caller', 'k']],
    [delivery('r', 'c'), 'delivery', ['acme', 'ledger', 'transfer', 'delivery', 'r', 'c']],
  ] as const)('is SHA-256 over whose key of which tool it is: %j [EFF-02]', (key, kind, fields) => {
    const expected = sha256(`tallystick.key.${kind}`, fields).toString('hex')
    expect(keyDigest({ ...owner, key })).toBe(expected)
  })

  it('stays the same from release to release', () => {
    expect(keyDigest({ ...owner, key: declared('INV-7') })).toMatchInlineSnapshot(
      `"e38486b5e5c31924b5c6552a690f10a558cf642501fa64da075806a3fcfa0faf"`,
    )
  })

  it('keeps tenants, tools and kinds of keys apart, and the parts of a list [EFF-02]', () => {
    const other = new ToolId('ledger', 'refund')
    const digests = [
      keyDigest({ ...owner, key: declared('k') }),
      keyDigest({ ...owner, tenantId: 'zeta', key: declared('k') }),
      keyDigest({ ...owner, toolId: other, key: declared('k') }),
      keyDigest({ ...owner, key: caller('k') }),
      keyDigest({ ...owner, key: declared(['a', 'b,c']) }),
      keyDigest({ ...owner, key: declared(['a,b', 'c']) }),
      keyDigest({ ...owner, key: declared('7') }),
      keyDigest({ ...owner, key: declared(7) }),
    ]
    expect(new Set(digests).size).toBe(digests.length)
  })

  it('does not depend on who calls where the tool declares the key, and does where a caller gave it [EFF-02]', () => {
    const digestFor = (key: CallKey, principal?: KeyOwner['principal']): string =>
      keyDigest({ ...owner, principal, key })
    expect(digestFor(declared('k'), person('bob'))).toBe(digestFor(declared('k')))
    expect(digestFor(caller('k'), person('bob'))).not.toBe(digestFor(caller('k'), person('ann')))
    expect(digestFor(caller('k'), { id: 'ann', kind: 'service' })).not.toBe(
      digestFor(caller('k'), person('ann')),
    )
    expect(digestFor(caller('k'), agentFor('ann'))).not.toBe(
      digestFor(caller('k'), agentFor('eve')),
    )
    expect(digestFor(caller('k'), person('null'))).not.toBe(digestFor(caller('k')))
  })

  it('gives two kinds of keys nothing in common, whatever their names are [EFF-02]', () => {
    const key = caller('c-1')
    const spelledAlike = keyDigest({
      ...{ tenantId: 'acme', principal: person('pay') },
      ...{ toolId: new ToolId('delivery', 'caller'), key },
    })
    const delivered = keyDigest({
      ...{ tenantId: 'acme', principal: undefined },
      ...{ toolId: new ToolId('pay', 'delivery'), key: delivery('caller', 'c-1') },
    })
    expect(spelledAlike).not.toBe(delivered)
  })

  it('is one for one key and one tenant alone: a law [EFF-02]', () => {
    const part = fc.oneof(fc.string({ minLength: 1, unit: 'binary' }), fc.integer())
    const value = fc.oneof(part, fc.array(part, { minLength: 1, maxLength: 3 }))
    const whole = fc.tuple(fc.string({ minLength: 1 }), value)
    fc.assert(
      fc.property(whole, whole, ([tenantA, a], [tenantB, b]) => {
        const [first, second] = [
          keyDigest({ ...owner, tenantId: tenantA, key: declared(a) }),
          keyDigest({ ...owner, tenantId: tenantB, key: declared(b) }),
        ]
        const isSame = canonicalJson([tenantA, a]) === canonicalJson([tenantB, b])
        expect(first === second).toBe(isSame)
      }),
    )
  })
})

describe('keyToken', () => {
  const parts = { tenantId: 'acme', toolId, value: 'INV-7', phase: 0 }

  it('is ts1_ and a base64url SHA-256 over tenant, tool, value and phase [EFF-02]', () => {
    const fields = ['acme', 'ledger', 'transfer', 'INV-7', 0]
    const digest = sha256('tallystick.key-token.declared', fields).toString('base64url')
    expect(keyToken(parts)).toBe(`ts1_${digest}`)
    expect(keyToken(parts)).toMatch(/^ts1_[A-Za-z0-9_-]{43}$/)
  })

  it('is another one for each tenant, tool, value and phase [EFF-02]', () => {
    const tokens = [
      keyToken(parts),
      keyToken({ ...parts, tenantId: 'zeta' }),
      keyToken({ ...parts, toolId: new ToolId('ledger', 'refund') }),
      keyToken({ ...parts, value: 'INV-8' }),
      keyToken({ ...parts, phase: 1 }),
    ]
    expect(new Set(tokens).size).toBe(tokens.length)
  })

  it('says nothing of what is stored: it is not the digest of the key', () => {
    const digest = Buffer.from(keyDigest({ ...owner, key: declared('INV-7') }), 'hex')
    expect(keyToken(parts)).not.toContain(digest.toString('base64url'))
  })
})

describe('tokenOfKey', () => {
  it('is that of the value for a declared key, whoever calls [EFF-02]', () => {
    const expected = keyToken({ tenantId: 'acme', toolId, value: 'k', phase: 2 })
    expect(tokenOfKey({ ...owner, key: declared('k'), phase: 2 })).toBe(expected)
  })

  it('is each principal’s own for the key of a caller, also where the effect is done [EFF-02]', () => {
    const tokenFor = (principal: KeyOwner['principal']): string =>
      tokenOfKey({ ...owner, principal, key: caller('k'), phase: 0 })
    expect(tokenFor(person('ann'))).not.toBe(tokenFor(person('bob')))
    expect(tokenFor(person('ann'))).not.toBe(tokenFor({ id: 'ann', kind: 'service' }))
    expect(tokenFor(agentFor('ann'))).not.toBe(tokenFor(agentFor('eve')))
    expect(tokenFor(person('ann'))).not.toBe(tokenOfKey({ ...owner, key: declared('k'), phase: 0 }))
  })
})
