import { stripVTControlCharacters } from 'node:util'

/** Rows in columns, each as wide as its widest cell; the first row is the head. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell))
}

/** Colours take no room. */
function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length
}
