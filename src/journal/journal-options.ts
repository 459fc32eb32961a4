import { toRule } from '../errors/option-problems.js'

/** What every journal of this package takes. */
export interface JournalOptions {
  /**
   * How long a process is believed to live after it last said so. Nothing is safe because of it: it decides when what a
   * dead process left is told to be in doubt.
   * @defaultValue 30 000 ms
   */
  readonly leaseMs?: number | undefined
  /**
   * How long after its deadline a call may still end by itself.
   * @defaultValue 5000 ms
   */
  readonly graceMs?: number | undefined
  /**
   * How long after the deadline of a call `reconcile` waits before it looks, and an operator before they release it.
   * @defaultValue 60 000 ms
   */
  readonly quietMs?: number | undefined
}

/** What the times of a journal must be. */
export const journalRules = {
  leaseMs: toRule('a number of milliseconds above 0', (value) => isDuration(value) && value !== 0),
  graceMs: toRule('a number of milliseconds, 0 or more', isDuration),
  quietMs: toRule('a number of milliseconds, 0 or more', isDuration),
}

/** True for a time that ends. */
export function isDuration(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity
}
