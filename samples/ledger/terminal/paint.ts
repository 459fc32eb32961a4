import { styleText } from 'node:util'

/** The few looks the output uses. */
export type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Gives text a look, or returns it as it is. */
export type Paint = (look: Look, text: string) => string

/** What is asked of a stream: whether a person watches it, and in colour. A `tty.WriteStream` knows NO_COLOR. */
export interface PaintedStream {
  readonly isTTY?: boolean
  hasColors?(): boolean
}

/** Colour on a terminal that shows colour; plain text in files, pipes and under NO_COLOR. */
export function paintFor(stream: PaintedStream): Paint {
  const isColoured = stream.isTTY === true && stream.hasColors?.() === true
  if (!isColoured) return (_look, text) => text
  // The stream was asked above; styleText would ask stdout again.
  return (look, text) => styleText(look, text, { validateStream: false })
}
