/** How large arguments may be before they are looked at. */
export interface AdmitLimits {
  /**
   * UTF-8 bytes of arguments that arrive as JSON text.
   * @defaultValue 1 MiB
   */
  readonly maxBytes: number
  /**
   * Levels of nesting, the root being level 1.
   * @defaultValue 64
   */
  readonly maxDepth: number
  /**
   * Values in all, objects and arrays included.
   * @defaultValue 100 000
   */
  readonly maxValues: number
}

/** The limits, each one's default where nothing is said of it. */
export function resolveLimits(limits: Partial<AdmitLimits> | undefined): AdmitLimits {
  return {
    maxBytes: limits?.maxBytes ?? defaultLimits.maxBytes,
    maxDepth: limits?.maxDepth ?? defaultLimits.maxDepth,
    maxValues: limits?.maxValues ?? defaultLimits.maxValues,
  }
}

/** The limits where nothing else is said. */
export const defaultLimits: AdmitLimits = Object.freeze({
  maxBytes: 1024 * 1024,
  maxDepth: 64,
  maxValues: 100_000,
})
