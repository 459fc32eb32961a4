import type { AdmitLimits } from '../input/admit-limits.js'

/** What a compiled pass gives where it cannot say that all is well: the reading of `admit/` then finds out and words it. */
export const unsure: unique symbol = Symbol('unsure')
export type Unsure = typeof unsure

/** What the parts of one pass tell each other. A pass is synchronous, so one of these serves all calls of a class. */
export interface Walk {
  readonly maxDepth: number
  readonly maxValues: number
  /** Values looked at so far, the root included. */
  values: number
  /** False for what `JSON.parse` made: that is plain data. */
  isForeign: boolean
  /** The object that class-validator's rules see of the object read last. */
  made: object | undefined
  /** Whether a rule looked at what a pass does not give it. */
  isTouched: boolean
  /** Whether a rule gave a promise. */
  hasLateRule: boolean
}

/** A walk within these limits. */
export function createWalk({ maxDepth, maxValues }: AdmitLimits): Walk {
  return {
    maxDepth,
    maxValues,
    values: 1,
    isForeign: true,
    made: undefined,
    isTouched: false,
    hasLateRule: false,
  }
}
