import { hasBrand } from '../errors/brand.js'
import type { JsonSchema } from '../schema/json-schema.js'

const brand = Symbol.for('tallystick.Suspension')

/** What a body asks for when it suspends. */
export interface SuspensionRequest {
  /** Why, in words a person reads. */
  readonly reason: string
  /** The JSON Schema (2020-12) of the answer. */
  readonly inputSchema: JsonSchema
  /** How long the question stands, in milliseconds; for ever when absent. */
  readonly expiresInMs?: number
  /**
   * Somebody outside carries the call out and reports it by `registry.complete`; `inputSchema` is then that of the output.
   * @defaultValue `false`: an answer is waited for
   */
  readonly external?: boolean
}

/** What a parked call waits for: a person's yes, an answer to its body, or word from who carries it out elsewhere. */
export const suspensionKinds: readonly SuspensionKind[] = ['approval', 'answer', 'external']

/** What a parked call waits for. */
export type SuspensionKind = 'approval' | 'answer' | 'external'

/** A call that waits. `id` and `kind` are given when it is parked in a journal. */
export interface Suspension extends SuspensionRequest {
  readonly id?: string
  readonly kind?: SuspensionKind
}

/**
 * What a body returns to wait for an answer instead of producing an output. Without a journal
 * the call ends in `UNSUSPENDABLE`.
 */
export function suspend(request: SuspensionRequest): Suspension {
  return Object.freeze({ ...request, [brand]: true })
}

/** What a call waits for; one that no journal parked waits for what its body asked for. */
export function suspensionKind({ kind, external = false }: Suspension): SuspensionKind {
  return kind ?? (external ? 'external' : 'answer')
}

/** True for what `suspend` returned, in any copy of this package. */
export function isSuspension(value: unknown): value is Suspension {
  return hasBrand(value, brand)
}
