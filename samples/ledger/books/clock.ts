/** The day new entries are booked on. It stands still, so that the demonstration prints the same every time. */
export class Clock {
  constructor(private readonly day: string) {}

  /** Today, as `2026-03-31`. */
  today(): string {
    return this.day
  }
}
