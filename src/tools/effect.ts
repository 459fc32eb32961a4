/** Effects, mildest first. */
export const effects = ['read', 'idempotent', 'write'] as const

/**
 * What calling a tool does to the world; governs retry and resume.
 *
 * - `read`: changes nothing.
 * - `idempotent`: changes something, and doing it twice is doing it once.
 * - `write`: every run counts.
 */
export type Effect = (typeof effects)[number]

/** What an author declares. */
export interface DeclaredEffect {
  readonly mutates?: boolean | undefined
  readonly effect?: Effect | undefined
}

/**
 * The effect of a declaration: `effect` when given; else `read` for `mutates: false` and `write` otherwise.
 * Undefined when the two contradict each other, or `effect` is no effect.
 */
export function findEffect({ mutates, effect }: DeclaredEffect): Effect | undefined {
  if (effect === undefined) return mutates === false ? 'read' : 'write'
  if (!effects.includes(effect)) return undefined
  if (mutates === undefined) return effect
  return mutates === (effect !== 'read') ? effect : undefined
}
