import { describe, expect, it } from 'vitest'

import { approvers, bodies, playPayment, type PaymentScene, type Played } from './payment-scene.js'
import type { StoreFaults } from './failing-store.js'

const scenes: readonly PaymentScene[] = (['write', 'idempotent'] as const).flatMap((effect) =>
  (Object.keys(approvers) as (keyof typeof approvers)[]).flatMap((approver) =>
    bodies.map((body) => ({ effect, approver, body })),
  ),
)

const isLong = process.env['TALLYSTICK_LONG'] !== undefined

/** Each transaction, in the long run also with one of the two that follow it, before and after it is on the disk. */
function everyFault(transactions: number): readonly StoreFaults[] {
  const places = Array.from({ length: transactions }, (_, index) => index + 1)
  return places
    .flatMap((n) => (isLong ? [[n], [n, n + 1], [n, n + 2]] : [[n]]))
    .flatMap((at) => (['before', 'after'] as const).map((when) => ({ at, when })))
}

type Wrong = (played: Played, scene: PaymentScene) => boolean

/** What must not come of any fault. */
const wrongs: Readonly<Record<string, Wrong>> = {
  'paid twice': ({ paid }, { effect }) => effect === 'write' && paid.length > 1,
  'paid without a yes': ({ paid }, { approver }) => approver === 'no' && paid.length > 0,
  'paid as nobody approved': ({ paid }, { approver }) =>
    paid.some(({ amount }) => amount !== (approver === 'edit' ? 7 : 5)),
  'told that nothing happened, and it had': ({ endings: [first] }) =>
    first?.error?.disposition === 'did-not-happen' && first.paid > 0,
  'told of an outcome, and nothing had happened': ({ endings: [first] }) =>
    first?.outcome?.status === 'output' && first.paid === 0,
  'paid, and nothing is known of it': ({ paid, records }) =>
    paid.length > 0 && records.length === 0,
  'never paid, and it never can be': ({ paid, endings }, { approver }) =>
    !['no', 'later'].includes(approver) && paid.length === 0 && endings.at(-1)?.error !== undefined,
  'held by nobody': ({ records }) => records.some(({ state }) => state === 'running'),
}

describe('a store that fails at any of the transactions of a call', () => {
  it.each(scenes)(
    '[EFF-04] pays at most once and leaves nothing stuck: $effect, approved by $approver, a body that $body',
    async (scene) => {
      const { transactions } = await playPayment(scene, { at: [], when: 'before' })
      const found: unknown[] = []
      for (const faults of everyFault(transactions)) {
        const played = await playPayment(scene, faults)
        for (const [wrong, isSo] of Object.entries(wrongs)) {
          if (isSo(played, scene)) found.push({ ...faults, wrong })
        }
      }
      expect(transactions).toBeGreaterThan(3)
      expect(found).toEqual([])
    },
  )
})
