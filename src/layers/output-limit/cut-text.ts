/** How a text is cut. */
export interface CutOptions {
  /** What the text takes afterwards at most, the mark included. */
  readonly maxBytes: number
  /** What will be hidden of the text further out. */
  readonly hide: (text: string) => string
}

const tries = 8

/**
 * A text cut between two characters, with a mark that says how many bytes were left out. Where something is hidden of what
 * is left, which a cut may have made match, it is cut shorter, so that the text fits once it is hidden, and nothing more
 * is hidden then. Undefined where it fits in no way.
 */
export function cutText(text: string, { maxBytes, hide }: CutOptions): string | undefined {
  const bytes = Buffer.byteLength(text)
  let room = maxBytes - Buffer.byteLength(mark(bytes))
  for (let count = 0; count < tries && room >= 0; count += 1) {
    const shown = hide(cutTo(text, room, bytes))
    const excess = Buffer.byteLength(shown) - maxBytes
    if (excess <= 0 && hide(shown) === shown) return shown
    room -= Math.max(excess, 1)
  }
  return undefined
}

function cutTo(text: string, room: number, bytes: number): string {
  // It stops before a character that does not fit, and never in the middle of one.
  const { read, written } = new TextEncoder().encodeInto(text, new Uint8Array(room))
  return `${text.slice(0, read)}${mark(bytes - written)}`
}

function mark(leftOut: number): string {
  return `\n[… ${leftOut.toString()} bytes left out]`
}
