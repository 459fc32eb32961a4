/** A colour or another look of this command itself, line breaks, or a character that a terminal may act on. */
const unsafe = /\u001b\[[\d;]*m|\n|[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/**
 * Text that a terminal shows and does not act on: control, bidirectional and invisible characters become `\u` escapes,
 * which are escapes of JSON, too. What tools and manifests say comes from elsewhere.
 */
export function safeText(text: string): string {
  return text.replace(unsafe, (found) =>
    found === '\n' || found.length > 2 ? found : toEscapes(found),
  )
}

/** One escape for each UTF-16 code unit, as JSON has them. */
function toEscapes(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}

/** A text of several lines on one. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
