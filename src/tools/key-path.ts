const field = String.raw`[^./\s]+`

/** What the path of a key looks like, in the syntax of JSON Schema with the flag `u`: no path and no segment is empty. */
export const keyPathPattern = String.raw`^(${field}(\.${field})*|(/([^~/]|~[01])+)+)$`

const keyPath = new RegExp(keyPathPattern, 'u')

/** What is expected where a path of a key stands, as it stands after "Write". */
export const expectedKeyPath =
  'the path of an argument: payment.claimId, or a pointer such as /payment/claimId'

/**
 * The names that a path of a key goes by: dotted fields, or a JSON Pointer (RFC 6901). Undefined for what is neither, or
 * has an empty segment.
 */
export function parseKeyPath(path: unknown): readonly string[] | undefined {
  if (typeof path !== 'string' || !keyPath.test(path)) return undefined
  if (!path.startsWith('/')) return path.split('.')
  return path.slice(1).split('/').map(unescapeSegment)
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The index that a segment of a path names in a list, as RFC 6901 writes one; undefined for any other text. */
function parseListIndex(segment: string): number | undefined {
  return /^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : undefined
}

/** What a segment of a path leads to: an own member by its name, or an item by its index; undefined where there is none. */
export function findMember(container: unknown, segment: string): unknown {
  if (typeof container !== 'object' || container === null) return undefined
  if (!Array.isArray(container)) {
    return Object.hasOwn(container, segment)
      ? (container as Readonly<Record<string, unknown>>)[segment]
      : undefined
  }
  const index = parseListIndex(segment)
  return index === undefined ? undefined : (container as readonly unknown[])[index]
}
