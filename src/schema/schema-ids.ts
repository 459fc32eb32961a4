/** How long the names of the schemas round one may be together, with its own. */
const maxIdsLength = 10_000

/**
 * True where the `$id` of a schema and of those round it are too long together, also where no keyword holds schemas:
 * Ajv resolves one against the other everywhere, so that half a mebibyte of them takes minutes.
 */
export function hasLongIds(schema: object): boolean {
  const seen = new Set<object>()
  const pending = [{ schema, outer: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const length = next.outer + idLength(next.schema)
    if (length > maxIdsLength) return true
    if (seen.has(next.schema)) continue
    seen.add(next.schema)
    const values: readonly unknown[] = Object.values(next.schema)
    for (const inner of values.filter(isObject)) pending.push({ schema: inner, outer: length })
  }
  return false
}

function idLength(schema: object): number {
  const id: unknown = Reflect.get(schema, '$id')
  return typeof id === 'string' ? id.length : 0
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
