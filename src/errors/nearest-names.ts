import { quoteName } from './quoted-name.js'

const comparedLength = 128

/** The candidates nearest to `name`, closest first, at most three, none that is merely far. */
export function nearestNames(name: string, candidates: Iterable<string>): string[] {
  const target = name.slice(0, comparedLength)
  const found: { candidate: string; distance: number }[] = []
  for (const candidate of candidates) {
    const limit = Math.floor(Math.max(target.length, candidate.length) / 4)
    const distance = nameDistance(target, candidate, limit)
    if (distance <= limit) found.push({ candidate, distance })
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  return found.slice(0, 3).map(({ candidate }) => candidate)
}

/** ` Did you mean "a" or "b"?`, or nothing. */
export function didYouMean(candidates: readonly string[]): string {
  if (candidates.length === 0) return ''
  return ` Did you mean ${candidates.map(quoteName).join(' or ')}?`
}

/** Zero for names that differ in case and separators only; else the alignment distance of the folded names. */
function nameDistance(first: string, second: string, limit: number): number {
  const a = foldName(first)
  const b = foldName(second)
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  return alignmentDistance(a, b, limit)
}

function foldName(name: string): string {
  return name.toLowerCase().replace(/[\s_\-./]/g, '')
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours count one each. */
function alignmentDistance(a: string, b: string, limit: number): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = nextRow({ a, b, row, last, beforeLast })
    // Two rows that are too far can only lead further away.
    if (Math.min(...last, ...current) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}

interface RowInputs {
  readonly a: string
  readonly b: string
  readonly row: number
  readonly last: readonly number[]
  readonly beforeLast: readonly number[]
}

function nextRow({ a, b, row, last, beforeLast }: RowInputs): readonly number[] {
  const at = (values: readonly number[], column: number): number => values[column] ?? Infinity
  const current = [row]
  for (let column = 1; column <= b.length; column += 1) {
    const isSame = a[row - 1] === b[column - 1]
    const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
    current.push(
      Math.min(
        at(last, column - 1) + (isSame ? 0 : 1),
        at(current, column - 1) + 1,
        at(last, column) + 1,
        isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
      ),
    )
  }
  return current
}
