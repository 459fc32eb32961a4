/** What became of a call. */
export interface Reply {
  /** Whether a person was asked before. */
  readonly wasAsked: boolean
  /** What the model reads, as JSON. */
  readonly read: string
}
