/** The middle of a sample and the quartiles around it. */
export interface Spread {
  readonly median: number
  readonly lower: number
  readonly upper: number
}

/** Median and quartiles, by linear interpolation. */
export function spreadOf(sample: readonly number[]): Spread {
  const sorted = [...sample].sort((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    lower: quantile(sorted, 0.25),
    upper: quantile(sorted, 0.75),
  }
}

/** `1.23 (1.20 to 1.31)`. */
export function formatSpread({ median, lower, upper }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${lower.toFixed(digits)} to ${upper.toFixed(digits)})`
}

function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}
