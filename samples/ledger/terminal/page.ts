import type { Look, Paint } from './paint.js'
import { wrapText } from './wrap-text.js'

/** The widest line that is printed. */
export const pageWidth = 98

const blockIndent = 16

/** The room for text beside a label. */
export const blockWidth = pageWidth - blockIndent

/** One labelled block of lines, as in `model     ledger__balance { … }`. */
export interface Block {
  readonly label: string
  readonly text: string
  /** @defaultValue plain */
  readonly look?: Look
}

/** Writes lines to a terminal or a file. */
export class Page {
  readonly paint: Paint
  readonly #write: (line: string) => void

  constructor(paint: Paint, write: (line: string) => void) {
    this.paint = paint
    this.#write = write
  }

  /** A heading with a rule below. */
  heading(text: string): void {
    this.lines(['', this.paint('bold', text), this.paint('dim', '-'.repeat(pageWidth)), ''])
  }

  /** A label with its text beside it, wrapped. */
  block({ label, text, look }: Block): void {
    const lines = wrapText(text, pageWidth - blockIndent)
    for (const [index, line] of lines.entries()) {
      const lead = (index === 0 ? `      ${label}` : '').padEnd(blockIndent)
      this.#write(this.paint('dim', lead) + (look === undefined ? line : this.paint(look, line)))
    }
  }

  lines(lines: readonly string[]): void {
    for (const line of lines) this.#write(line)
  }
}
