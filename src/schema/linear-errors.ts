// Keeps the errors of Ajv linear in the size of the value. Ajv escapes every key on the way to each error, and to each
// value that a `$ref` leads to, and it copies all errors it has where a `$ref` fails: one long key over many items, or
// many failing items behind a `$ref`, and half a mebibyte of JSON takes minutes or all memory there is.

/** So many errors of what a `$ref` leads to are taken over. */
const joinedErrors = 100

/**
 * Rewrites the code Ajv generates. Keys go into paths as they are, with their length before them (`/~:5:a/b~c`), which
 * costs no copy; `readPointer` reads them. Errors are joined in place, and at least one, since Ajv counts them.
 *
 * Text of a schema is never changed: in Ajv's string literals a quote has a backslash before it, and none has a line
 * break. Code of another form is left as it is and works, only slower.
 */
export function linearCode(code: string): string {
  return code.replace(escapedKey, '/~:" + $1.length + ":" + $1').replace(joinedByCopy, joinInPlace)
}

const escapedKey = /\/" ?\+ ?(\w+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)/g
const joinedByCopy = /^vErrors = vErrors === null \? ([\w.]+) : vErrors\.concat\(\1\);$/gm
const joinInPlace = `if(vErrors === null){vErrors = $1;}else{vErrors.push(...$1.slice(0, ${joinedErrors.toString()}));}`

/** The keys and indices of a path that Ajv made: of an RFC 6901 pointer, and of one with keys as `linearCode` puts them. */
export function readPointer(pointer: string): readonly string[] {
  const segments: string[] = []
  let rest = 1
  while (rest <= pointer.length && pointer !== '') {
    const [start, end] = pointer.startsWith(marker, rest)
      ? measured(pointer, rest + marker.length)
      : [rest, endOf(pointer, '/', rest)]
    const text = pointer.slice(start, end)
    segments.push(start === rest ? text.replaceAll('~1', '/').replaceAll('~0', '~') : text)
    rest = end + 1
  }
  return segments
}

/** No RFC 6901 pointer has it: there a tilde stands before 0 or 1. */
const marker = '~:'

function measured(pointer: string, from: number): readonly [start: number, end: number] {
  const colon = endOf(pointer, ':', from)
  return [colon + 1, colon + 1 + Number(pointer.slice(from, colon))]
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found
}
