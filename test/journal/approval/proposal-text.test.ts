import { describe, expect, it } from 'vitest'

import { proposalText } from '../../../src/journal/approval/proposal-text.js'

const proposal = {
  ...{ tool: 'bank/pay', description: 'Pays.', tenantId: 'acme', callId: 'c-1' },
  ...{ reason: 'it is a lot', fourEyes: true, argumentsDigest: 'd-1' },
  principal: { id: 'bot', kind: 'agent', onBehalfOf: 'ann' },
  expiresAt: new Date(0),
} as const

describe('proposalText', () => {
  it('shows the arguments whole, their digest, and who asks for what [EFF-08]', () => {
    const text = proposalText({ ...proposal, arguments: { note: 'x'.repeat(5000), amount: 7 } })
    expect(text.split('\n')).toEqual([
      ...['bank/pay: Pays.', 'tenant acme, agent bot for ann', 'why you are asked: it is a lot'],
      'somebody else than who proposes it has to decide',
      'until 1970-01-01T00:00:00.000Z',
      ...['{', `  "note": "${'x'.repeat(5000)}",`, '  "amount": 7', '}'],
      'sha256 of the arguments: d-1',
    ])
  })

  it('escapes what controls a terminal or turns text round [EFF-08]', () => {
    const text = proposalText({ ...proposal, arguments: { '\u202ea': '\u001b[2K\r\u2066b\u007f' } })
    expect(text).toContain('"\\u202ea": "\\u001b[2K\\r\\u2066b\\u007f"')
    expect(text).toMatch(/^[\n\x20-\x7e]*$/)
  })
})
