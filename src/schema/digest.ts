import { createHash } from 'node:crypto'

import { canonicalJson } from './canonical-json.js'

/**
 * The SHA-256 of a value's canonical JSON (RFC 8785) in lower-case hex. `purpose` is hashed first, so that
 * digests made for different ends never meet.
 */
export function digestJson(purpose: string, value: unknown): string {
  return digestText(purpose, canonicalJson(value))
}

/** The SHA-256 of a text in lower-case hex, prefixed with its purpose. */
export function digestText(purpose: string, text: string): string {
  return createHash('sha256').update(`${purpose}\n`).update(text).digest('hex')
}
