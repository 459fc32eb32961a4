import { basicRules } from '../../errors/basic-option-rules.js'

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
  leaseMs: basicRules.positiveMs,
  graceMs: basicRules.durationMs,
  quietMs: basicRules.durationMs,
}
