import { describe, expect, it } from 'vitest'

import type { DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { rejection } from '../../registry/tools.js'
import { bankOn, twoProcesses, type Payment } from './two-processes.js'

const payment = { id: 'a' }

type Reconcile = NonNullable<DefineToolOptions<Payment>['reconcile']>

/** A write in doubt whose tool may find out by now what became of it. */
async function inDoubt(reconcile: Reconcile) {
  const { clock, first } = twoProcesses()
  const keys: unknown[] = []
  let isLost = true
  const registry = bankOn(first, {
    effect: 'write',
    outputSchema: { type: 'string' },
    call(_payment, { idempotencyKey }) {
      keys.push(idempotencyKey)
      if (isLost) throw new Error('connection lost')
      return 'paid'
    },
    reconcile(args, context) {
      keys.push(context.idempotencyKey)
      return reconcile(args, context)
    },
  })
  const pay = () => registry.dispatch('bank/pay', payment)
  await rejection(pay())
  const atOnce = await rejection(pay())
  clock.nowMs += 1000
  isLost = false
  return { pay, keys, atOnce }
}

describe('reconcile of a class', () => {
  it('is asked with the key that went out, and what it found is the outcome', async () => {
    const { pay, keys } = await inDoubt(() =>
      Promise.resolve({ verdict: 'landed', value: 'found' }),
    )
    expect(await pay()).toMatchObject({ status: 'output', value: 'found' })
    expect(keys[0]).toMatch(/^ts1_/)
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('is told of before its quiet time is over, and not asked', async () => {
    const { atOnce, keys } = await inDoubt(() => Promise.reject(new Error('too early')))
    expect(atOnce.code).toBe('IN_DOUBT')
    expect(atOnce.message).toMatch(/finds out by the `reconcile` of the tool\.$/)
    expect(keys).toHaveLength(1)
  })

  it('lets the body run where it did not happen', async () => {
    const { pay, keys } = await inDoubt(() => Promise.resolve({ verdict: 'did-not-happen' }))
    expect(await pay()).toMatchObject({ status: 'output', value: 'paid' })
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  it('leaves the call in doubt where it does not know', async () => {
    const { pay } = await inDoubt(() => Promise.resolve({ verdict: 'unknown' }))
    const error = await rejection(pay())
    expect(error.code).toBe('IN_DOUBT')
    expect(error.modelText).toBe(
      'An earlier attempt of this call has an unknown result. It was not tried again.',
    )
    expect(error.cause).toBeUndefined()
  })

  it.each([
    ['throws', () => Promise.reject(new Error('401')), /^401$/],
    ['says what is no verdict', () => Promise.resolve({ verdict: 'perhaps' }), /no verdict/],
    ['says nothing', () => Promise.resolve(undefined), /no verdict/],
    ['says what is no output', () => Promise.resolve({ verdict: 'landed', value: 5 }), /no output/],
  ])('leaves the call in doubt where it %s, and the cause tells', async (_what, said, why) => {
    const { pay } = await inDoubt(said)
    const error = await rejection(pay())
    expect(error).toMatchObject({ code: 'IN_DOUBT', disposition: 'in-doubt' })
    expect((error.cause as Error).message).toMatch(why)
  })
})
