import type { Stage } from './stage.js'

/** Something the demonstration claims. */
export interface Proof {
  readonly claim: string
  /** @throws Error that says what does not hold. */
  readonly prove: (stage: Stage) => Promise<void>
}
