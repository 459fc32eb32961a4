import { injectable } from 'inversify'

/** Gives every report a number of its own. */
@injectable()
export class ReportNumbers {
  #last = 0

  next(): string {
    this.#last += 1
    return `R-${this.#last}`
  }
}
