/** What can be known about the far side of a failed call, lowest first. */
export const dispositions = ['did-not-happen', 'in-doubt', 'landed'] as const

/**
 * What is known about whether a failed call took effect.
 *
 * - `did-not-happen`: the far side was not changed by this call.
 * - `in-doubt`: the call may or may not have taken effect.
 * - `landed`: the call took effect, although it ended in an error.
 */
export type Disposition = (typeof dispositions)[number]

/** The higher of two dispositions: what was once in doubt is never taken back. */
export function highestDisposition(first: Disposition, second: Disposition): Disposition {
  return dispositions.indexOf(first) >= dispositions.indexOf(second) ? first : second
}
