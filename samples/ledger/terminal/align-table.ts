import { wrapText } from './wrap-text.js'

/** A column of a table. */
export interface Column {
  readonly title: string
  /** @defaultValue `'left'` */
  readonly align?: 'left' | 'right'
}

/** The lines of a table: a header, a rule, then the rows. Only the last column wraps. */
export function alignTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  const header = columns.map(({ title }) => title)
  const widths = columns.map((_column, index) => columnWidth([header, ...rows], index))
  const lead = widths.slice(0, -1).reduce((sum, columnWide) => sum + columnWide + gap.length, 0)
  const last = Math.min(widths.at(-1) ?? 0, width - lead)
  const fitted = [...widths.slice(0, -1), last]
  const toLines = (row: readonly string[]): readonly string[] => rowLines(row, fitted, columns)
  const rule = fitted.map((columnWide) => '-'.repeat(columnWide))
  return [header, rule, ...rows].flatMap(toLines)
}

const gap = '  '

function columnWidth(rows: readonly (readonly string[])[], index: number): number {
  return Math.max(...rows.map((row) => row[index]?.length ?? 0))
}

function rowLines(
  row: readonly string[],
  widths: readonly number[],
  columns: readonly Column[],
): readonly string[] {
  const [first = '', ...more] = wrapText(row.at(-1) ?? '', widths.at(-1) ?? 0)
  const continued = more.map((text) => [...row.slice(0, -1).map(() => ''), text])
  return [[...row.slice(0, -1), first], ...continued].map((cells) =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align))
      .join(gap)
      .trimEnd(),
  )
}

function pad(cell: string, width: number, align: Column['align'] = 'left'): string {
  return align === 'right' ? cell.padStart(width) : cell.padEnd(width)
}
