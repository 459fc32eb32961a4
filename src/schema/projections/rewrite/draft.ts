/** A schema under construction. */
export type Draft = Record<string, unknown>

/** A root under construction, and the sentences that the schema could not keep as keywords. */
export interface WrittenRoot {
  readonly schema: Draft
  readonly notes: readonly string[]
}
