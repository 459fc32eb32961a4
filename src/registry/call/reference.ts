import { randomBytes } from 'node:crypto'

/** A reference to one unforeseen error: stands in the model's text and in the event of the call. */
export function createReference(): string {
  return randomBytes(6).toString('hex')
}
