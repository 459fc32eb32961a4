/** What one of several processes is to do. */
export interface HammerTask {
  readonly path: string
  readonly witnessPath: string
  readonly keys: readonly string[]
  readonly waitMs: number
}

/** What it says: that it can begin, and what its calls came to. */
export type HammerSaid =
  | { readonly event: 'ready' }
  | { readonly event: 'done'; readonly outcomes: Readonly<Record<string, unknown>> }
