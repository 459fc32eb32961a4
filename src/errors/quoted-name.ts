const clippedAt = 64

/**
 * A name that came from outside, fit for a message: quoted, control and bidirectional characters
 * escaped, clipped at 64 characters.
 */
export function quoteName(name: string): string {
  // A character is two units at most; the name may be as long as a call, and it is not looked at any further.
  const characters = Array.from(name.slice(0, 2 * clippedAt + 1))
  const shown = characters.slice(0, clippedAt).join('')
  const clipped = characters.length > clippedAt ? '…' : ''
  return `"${escapeUnprintable(shown.replaceAll('"', '\\"'))}${clipped}"`
}

/** Replaces control, bidirectional, surrogate and invisible characters by their `\u` escapes. */
export function escapeUnprintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, toEscape)
}

function toEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}
