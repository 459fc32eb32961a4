import { Injectable } from '@nestjs/common'

/** What was done by whom. */
@Injectable()
export class AuditTrail {
  readonly #lines: string[] = []

  get lines(): readonly string[] {
    return this.#lines
  }

  note(line: string): void {
    this.#lines.push(line)
  }
}
