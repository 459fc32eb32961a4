/**
 * The canonical text of a JSON value by RFC 8785 (JSON Canonicalization Scheme): members sorted by UTF-16
 * code units, numbers and strings as ECMAScript writes them. One deviation: a lone surrogate is written as its
 * `\uXXXX` escape instead of being refused. Members whose value is undefined are left out.
 *
 * @throws TypeError for what JSON cannot carry: functions, symbols, bigints and numbers that are not finite.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value)
  return canonicalPrimitive(value)
}

function canonicalObject(value: object): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

function canonicalPrimitive(value: unknown): string {
  const isWritable =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  if (!isWritable) throw new TypeError(`canonicalJson: a ${typeof value} is not JSON.`)
  return JSON.stringify(value)
}
