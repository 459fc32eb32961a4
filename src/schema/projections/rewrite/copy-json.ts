/** A copy of JSON data that shares nothing with it: what a projection gives out is frozen, its source is not. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value) as readonly [string, unknown][]
  return Object.fromEntries(entries.map(([key, member]) => [key, copyJson(member)]))
}
