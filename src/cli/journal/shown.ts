import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { CallKey } from '../../tools/call-key.js'
import type { JournalRecord } from '../../journal/record/journal-record.js'

/** Longer keys are shown by their digest, never cut: two of them could look like one. */
const shownKeyLength = 24

/** A time of the journal, in UTC. */
export function shownTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** JSON on one line. What a terminal would act on is escaped. */
export function shownJson(value: unknown): string {
  return escapeUnprintable(JSON.stringify(value))
}

/** JSON on as many lines as it takes. What a terminal would act on is escaped. */
export function shownJsonLines(value: unknown): readonly string[] {
  return JSON.stringify(value, undefined, 2).split('\n').map(escapeUnprintable)
}

/** What makes calls one with that of a record: its key, or nothing. */
export function shownKey({ key, keyDigest }: JournalRecord): string {
  if (keyDigest === undefined) return 'evidence only'
  if (key === undefined) return `sha256 ${keyDigest}`
  const value = shownKeyValue(key)
  return value.length > shownKeyLength ? `${key.kind} sha256 ${keyDigest}` : `${key.kind} ${value}`
}

/** The value of a key, whole. */
export function shownKeyValue({ value }: CallKey): string {
  return shownJson(value)
}
