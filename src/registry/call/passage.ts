import type { ToolOutcome } from '../../tools/outcome.js'

/** What came out of a call, or of one attempt of it. */
export type Result =
  | { readonly outcome: ToolOutcome; readonly failure?: never }
  | { readonly failure: unknown; readonly outcome?: never }

/** The way inwards through a layer: shut once that layer, or one round it, has answered. */
export interface Passage {
  readonly isOpen: boolean
  /** What comes out next is what a body came to: once nobody waits for it any more, it is told as late. */
  bringResult(): void
}
