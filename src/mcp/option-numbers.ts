/** True for a whole number above 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

/** True for a number of milliseconds that ends, 0 included. */
export function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity
}
