import type { AdmitLimits } from './admit-limits.js'

/** How many bytes of JSON texts inside one input may still be read; together they count like one text. */
export class RepairBudget {
  #bytesLeft: number

  constructor({ maxBytes }: AdmitLimits) {
    this.#bytesLeft = maxBytes
  }

  /** True, and the bytes are spent, when the text still fits. */
  take(text: string): boolean {
    this.#bytesLeft -= Buffer.byteLength(text)
    return this.#bytesLeft >= 0
  }
}
