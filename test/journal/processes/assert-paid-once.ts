import { expect } from 'vitest'

import type { Hammered } from './hammer.js'

/** One effect a key, and every process was told what came of it. */
export function assertPaidOnce({ effects, outcomes }: Hammered, keyCount: number): void {
  expect(effects).toHaveLength(keyCount)
  const paid = Object.fromEntries(effects.map(({ id, value }) => [id, value]))
  expect(Object.keys(paid)).toHaveLength(keyCount)
  for (const told of outcomes) expect(told).toEqual(paid)
}
