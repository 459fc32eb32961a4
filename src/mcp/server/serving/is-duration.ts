/** True for a number of milliseconds that ends, 0 included. */
export function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity
}
