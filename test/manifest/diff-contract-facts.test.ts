import { describe, expect, it } from 'vitest'

import { diffContracts } from '../../src/manifest/contract/diff-contracts.js'
import { contractOf } from '../../src/registry/contract/contract.js'
import { tool } from './tools.js'

describe('diffContracts', () => {
  it.each([
    ['groups', { groups: ['safe'] }],
    ['control', { control: true }],
    ['interactive', { interactive: true }],
    ['wireName', { wireName: 'ignore_previous_instructions' }],
    ['keyRule', { idempotencyKey: 'sku' }],
    ['keyRule', { idempotencyKey: () => 'x' }],
  ])('tells of another %s, and of nothing else [MAN-04]', (path, options) => {
    const [change, ...others] = diffContracts(contractOf(tool()), contractOf(tool(options)))
    expect(change).toMatchObject({ path, breaking: true })
    expect(others).toEqual([])
  })

  it('says from which key to which [MAN-04]', () => {
    const [before, after] = [tool({ idempotencyKey: 'sku' }), tool({ idempotencyKey: '/sku' })]
    expect(diffContracts(contractOf(before), contractOf(after))).toEqual([
      {
        ...{ path: 'keyRule', kind: 'changed', breaking: true },
        before: { kind: 'path', path: 'sku' },
        after: { kind: 'path', path: '/sku' },
      },
    ])
  })
})
