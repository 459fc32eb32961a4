import { beforeEach, expect, it } from 'vitest'

import type { DenialQuery } from '../../../../src/journal/store/record-store.js'
import { deniedRecord, sampleRecord } from '../sample-record.js'
import { idsOf, type StoresNow } from './stores.js'

/** A call that denials are looked up for. */
export const denialQuery: DenialQuery = {
  tenantId: 'acme',
  tool: 'ledger/transfer',
  argumentsDigest: 'sha256:arguments',
  callId: 'call-9',
  runId: 'run-1',
}

/** A denial holds for its call, and for equal calls of its run. */
export function describeDenials(stores: StoresNow): void {
  const found = (query = denialQuery): Promise<string | undefined> =>
    stores().seen((table) => table.findDenied(query)?.id)

  it.each([
    ['the same call', { callId: 'call-9', tool: 'other/tool', runId: 'run-1' }, 'a'],
    ['nothing for its call id in another run', { callId: 'call-9', runId: 'run-7' }, undefined],
    ['nothing for its call id outside runs', { callId: 'call-9' }, undefined],
    ['the same tool and arguments in the run', { runId: 'run-1' }, 'a'],
    ['nothing in another run', { runId: 'run-2' }, undefined],
    ['nothing for other arguments', { runId: 'run-1', argumentsDigest: 'other' }, undefined],
    ['nothing for another tool', { runId: 'run-1', tool: 'other/tool' }, undefined],
    ['nothing for another tenant', { runId: 'run-1', tenantId: 'b', callId: 'call-9' }, undefined],
    ['nothing outside runs', {}, undefined],
  ])('hold for %s', async (_, call, id) => {
    await stores().putAll(deniedRecord('a', { call }))
    expect(await found()).toBe(id)
  })

  describeDenialsOutsideRuns(stores)

  it.each(['did-not-happen', 'expired', 'withdrawn', 'released'] as const)(
    'are not what was closed as %s',
    async (closedFor) => {
      await stores().putAll(
        deniedRecord('a', { closedFor, call: { callId: 'call-9', runId: 'run-1' } }),
      )
      expect(await found()).toBeUndefined()
    },
  )

  it('give the latest of several, and of one moment the last that was put', async () => {
    const call = { callId: 'call-9', runId: 'run-1' }
    await stores().putAll(
      deniedRecord('late', { call: { runId: 'run-1' }, changedAtMs: 3000 }),
      deniedRecord('early', { call, changedAtMs: 2000 }),
    )
    expect(await found()).toBe('late')
    await stores().putAll(deniedRecord('last', { call, changedAtMs: 3000 }))
    expect(await found()).toBe('last')
  })
}

/** Outside of runs a denial holds for its very call only. */
function describeDenialsOutsideRuns(stores: StoresNow): void {
  const found = (query = denialQuery): Promise<string | undefined> =>
    stores().seen((table) => table.findDenied(query)?.id)

  it('do not take two calls outside runs for calls of one run', async () => {
    await stores().putAll(deniedRecord('a'))
    expect(await found({ ...denialQuery, runId: undefined })).toBeUndefined()
  })

  it('hold for the same call outside runs', async () => {
    await stores().putAll(deniedRecord('a', { call: { callId: 'call-9' } }))
    expect(await found({ ...denialQuery, runId: undefined })).toBe('a')
    const other = { argumentsDigest: 'other', runId: undefined }
    expect(await found({ ...denialQuery, ...other })).toBeUndefined()
    expect(await found({ ...denialQuery, tool: 'other/tool', runId: undefined })).toBeUndefined()
  })
}

/** A listing is of what matches all of its filter, in one order. */
export function describeListings(stores: StoresNow): void {
  beforeEach(() =>
    stores().putAll(
      sampleRecord('b', { changedAtMs: 2000 }),
      sampleRecord('d', { changedAtMs: 3000, state: 'parked' }),
      sampleRecord('a', { changedAtMs: 1000, state: 'settled' }),
      sampleRecord('c', { changedAtMs: 2000, call: { tenantId: 'other' } }),
    ),
  )

  it.each([
    ['everything, the oldest first and then the first put', {}, 'a b c d'],
    ['one state', { states: ['running'] }, 'b c'],
    ['several states', { states: ['parked', 'settled'] }, 'a d'],
    ['no state at all', { states: [] }, ''],
    ['one tenant', { tenantId: 'acme' }, 'a b d'],
    ['what is old enough, the moment itself included', { changedBeforeMs: 2000 }, 'a b c'],
    ['no more than the limit', { limit: 2 }, 'a b'],
    ['nothing for a limit of 0', { limit: 0 }, ''],
    ['all conditions at once', { tenantId: 'acme', states: ['running'], limit: 5 }, 'b'],
    ['undefined conditions as none', { tenantId: undefined, limit: undefined }, 'a b c d'],
  ] as const)('list %s', async (_, filter, expected) => {
    expect(idsOf(await stores().seen((table) => table.list(filter)))).toBe(expected)
  })

  it('order by the present state, and keep the place of a record that is replaced', async () => {
    const changedAtMs = 2000
    await stores().putAll(sampleRecord('a', { changedAtMs }), sampleRecord('b', { changedAtMs }))
    expect(idsOf(await stores().seen((table) => table.list({})))).toBe('b a c d')
  })
}
