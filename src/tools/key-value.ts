import { canonicalJson } from '../schema/canonical-json.js'
import type { KeyValue } from './key-rule.js'

/** The longest a key may be, in bytes of UTF-8. */
export const maxKeyBytes = 512

/** A key, or what keeps a value from being one. */
export type CheckedKey =
  | { readonly value: KeyValue; readonly fault?: undefined }
  /** As it stands after "it". */
  | { readonly value?: undefined; readonly fault: string }

/**
 * The key that a value is: a text with something in it, a finite number, or a list of such parts. Frozen; minus zero is
 * zero, so that no two spellings of one key are two.
 */
export function checkKeyValue(value: unknown): CheckedKey {
  if (!Array.isArray(value)) return checkPart(value)
  if (value.length === 0) return { fault: 'is a list without parts' }
  const parts: (string | number)[] = []
  // By index, so that a hole is not skipped.
  for (let index = 0; index < value.length; index += 1) {
    const { fault, part } = readPart(value[index])
    if (part === undefined) return { fault: `is a list whose part ${index.toString()} ${fault}` }
    parts.push(part)
  }
  if (isTooLong(canonicalJson(parts))) return { fault: tooLong }
  return { value: Object.freeze(parts) }
}

function checkPart(value: unknown): CheckedKey {
  const { fault, part } = readPart(value)
  if (part === undefined) return { fault }
  return typeof part === 'string' && isTooLong(part) ? { fault: tooLong } : { value: part }
}

const tooLong = `is longer than ${maxKeyBytes.toString()} bytes`

function isTooLong(text: string): boolean {
  return Buffer.byteLength(text) > maxKeyBytes
}

type ReadPart =
  | { readonly part: string | number; readonly fault: '' }
  | { readonly part?: undefined; readonly fault: string }

function readPart(value: unknown): ReadPart {
  if (typeof value === 'string' && value !== '') return { part: value, fault: '' }
  if (typeof value === 'number' && Number.isFinite(value)) return { part: value + 0, fault: '' }
  return { fault: nameFault(value) }
}

function nameFault(value: unknown): string {
  if (value === '') return 'is an empty text'
  if (value === null || value === undefined) return `is ${String(value)}`
  if (typeof value === 'number') return 'is no finite number'
  if (Array.isArray(value)) return 'is a list'
  return `is ${typeof value === 'object' ? 'an object' : `a ${typeof value}`}`
}
