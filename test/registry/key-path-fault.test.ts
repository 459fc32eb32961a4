import { describe, expect, it } from 'vitest'

import { keyPathFault } from '../../src/registry/listing/key-path-fault.js'
import type { DefineToolOptions } from '../../src/registry/define/define-tool.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { registryOf, tool } from './tools.js'

const payment: JsonSchema = {
  type: 'object',
  properties: { claimId: { type: 'string' }, cents: { type: 'integer' }, lines: { type: 'array' } },
  additionalProperties: false,
}

const schema: JsonSchema = {
  type: 'object',
  properties: {
    payment,
    free: { type: 'object' },
    refunds: { type: 'array', items: payment },
    either: { oneOf: [{ type: 'object', properties: {} }, payment] },
    maybe: { type: ['string', 'null'] },
    any: true,
    paid: { type: 'boolean' },
  },
  additionalProperties: false,
}

describe('keyPathFault', () => {
  it.each([
    ...['payment.claimId', '/payment/cents', 'free.whatever', 'refunds.0.claimId', 'maybe'],
    ...['either.claimId', 'any', 'any.deep.down'],
  ])('finds nothing wrong with a path that may lead to a key: %s', (path) => {
    expect(keyPathFault(schema, path)).toBeUndefined()
  })

  it.each([
    ['paymnt', '"paymnt" names no argument: there is no "paymnt". Did you mean "payment"?'],
    [
      'payment.claim_id',
      '"payment.claim_id" names no argument: there is no "claim_id". Did you mean "claimId"?',
    ],
    ['payment.claimId.x', '"payment.claimId.x" names no argument: there is no "x".'],
    ['refunds.first', '"refunds.first" names no argument: there is no "first".'],
    ['payment', '"payment" names an argument that is no text or number.'],
    ['payment.lines', '"payment.lines" names an argument that is no text or number.'],
    ['paid', '"paid" names an argument that is no text or number.'],
  ])('says what is wrong with %s [EFF-02]', (path, fault) => {
    expect(keyPathFault(schema, path)).toBe(fault)
  })
})

describe('a key path that no arguments can have', () => {
  const inputSchema = { type: 'object', properties: { claim: { type: 'string' } } } as const
  const define = (idempotencyKey: DefineToolOptions['idempotencyKey']) => (): unknown =>
    tool({ inputSchema, idempotencyKey })

  it('is told at once by defineTool [EFF-02]', () => {
    expect(define('claim')).not.toThrow()
    expect(define('clam')).toThrow(
      'defineTool shop/order: its idempotency key "clam" names no argument: there is no "clam".',
    )
  })

  it.each(['', 'a..b', 7, {}, null])('is told of what is no path: %j [EFF-02]', (path) => {
    expect(define(path as string)).toThrow(/option "idempotencyKey" has a wrong value/)
  })

  it('is told by verify of a definition that a host made [EFF-02]', () => {
    const keyRule = { kind: 'path', path: 'clam' } as const
    const registry = registryOf({ ...tool({ inputSchema, idempotencyKey: 'claim' }), keyRule })
    expect(() => {
      registry.verify()
    }).toThrow('shop/order: its idempotency key "clam" names no argument')
  })
})
