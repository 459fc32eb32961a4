/** What the doctor found out about one thing. */
export interface Finding {
  readonly subject: string
  /** `good`; `caution` where something may go wrong; `bad` where it does. */
  readonly state: 'good' | 'caution' | 'bad'
  readonly message: string
  /** What to do about it. */
  readonly fix?: string
}
