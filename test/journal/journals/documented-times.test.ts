import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import type { RecordedCall } from '../../../src/journal/record/journal-record.js'
import { createMemoryRecords } from '../../../src/journal/store/memory-store.js'
import { createJournal } from '../../../src/journal/journals/stored-journal.js'
import { registryOf, rejection, tool } from '../../registry/tools.js'

/** The defaults as the table of docs/journal.md has them, by option. */
const documented = new Map(
  [...readFileSync('docs/journal.md', 'utf8').matchAll(/^\| `(\w+Ms)` .*?\| ([\d ]*\d) +\|/gm)].map(
    ([, option = '', ms = '']) => [option, Number(ms.replace(' ', ''))],
  ),
)

function msOf(option: string): number {
  return documented.get(option) ?? Number.NaN
}

const call: RecordedCall = {
  ...{ tenantId: 'acme', tool: 'bank/pay', effect: 'write', arguments: {}, callId: 'c-1' },
  ...{ argumentsDigest: 'a', contractDigest: 'c' },
}

/** A call that began in a journal of which no times were said, and another journal that looks. */
async function begun(deadlineInMs?: number) {
  let nowMs = 1_000_000
  const records = createMemoryRecords({ now: () => nowMs })
  const [holder, other] = [createJournal(records.open()), createJournal(records.open())]
  const deadlineMs = deadlineInMs === undefined ? undefined : nowMs + deadlineInMs
  const started = await holder.begin({ call, keyDigest: 'k', intent: 'start', deadlineMs })
  if (started.status !== 'started') throw new Error(started.status)
  const { record } = started
  const claim = { recordId: record.id, attempt: record.attempt }
  const stateOf = async () => (await other.find(record.id))?.state
  return { holder, other, claim, stateOf, advance: (ms: number) => void (nowMs += ms) }
}

describe('the times of a journal of which nothing is said', () => {
  it('are those of docs/journal.md', () => {
    expect([...documented.keys()]).toEqual([
      ...['leaseMs', 'graceMs', 'quietMs', 'busyTimeoutMs', 'waitMs'],
    ])
  })

  it('let a process live for its lease after it last said so', async () => {
    const { advance, stateOf } = await begun()
    advance(msOf('leaseMs') - 1)
    expect(await stateOf()).toBe('running')
    advance(1)
    expect(await stateOf()).toBe('in-doubt')
  })

  it('let a call end by itself after its deadline, for its grace', async () => {
    const { advance, stateOf } = await begun(1)
    advance(msOf('graceMs'))
    expect(await stateOf()).toBe('running')
    advance(1)
    expect(await stateOf()).toBe('in-doubt')
  })

  it('leave a call in doubt alone for its quiet time', async () => {
    const { holder, other, claim, advance } = await begun()
    await holder.hold(claim)
    const free = () => other.free(claim.recordId, { by: 'olga', reason: 'seen', isForced: false })
    advance(msOf('quietMs') - 1)
    expect((await free()).status).toBe('too-early')
    advance(1)
    expect((await free()).status).toBe('recorded')
  })

  it('let no call wait for the same one that runs', async () => {
    const running = tool({ idempotencyKey: () => 'k', call: () => new Promise(() => undefined) })
    const registry = registryOf(running).layer(new IdempotencyLayer(memoryJournal()))
    void registry.dispatch('shop/order', {})
    const { code } = await rejection(registry.dispatch('shop/order', {}))
    expect([code, msOf('waitMs')]).toEqual(['IN_FLIGHT', 0])
  })
})
