import type { AdmitLimits } from '../input/admit-limits.js'
import type { DataWalk } from '../input/plain-data.js'
import type { Violation } from '../rules/verdict.js'

/** What the parts of one pass tell each other. A pass is synchronous, so one of these serves all calls of a class. */
export interface Walk extends DataWalk {
  /** The object that class-validator's rules see of the object read last. */
  made: object | undefined
  /** Whether a rule looked at what a pass does not give it, or answered neither yes nor no. */
  isUnsure: boolean
  /** Whether a rule gave a promise. */
  hasLateRule: boolean
  /** What rules refused of each object of the input; undefined while they refused nothing. */
  noted: Map<object, Violation[]> | undefined
}

/** A walk within these limits. */
export function createWalk({ maxDepth, maxValues }: AdmitLimits): Walk {
  return {
    maxDepth,
    maxValues,
    values: 1,
    isForeign: true,
    made: undefined,
    isUnsure: false,
    hasLateRule: false,
    noted: undefined,
  }
}
