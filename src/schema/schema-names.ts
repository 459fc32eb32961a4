/** What a schema calls itself: the URI that holds inside it, and every name that a reference may reach it by. */
export interface SchemaNames {
  readonly base: string
  readonly names: readonly string[]
}

/** Reads `$id` and the anchors of a schema; `outer` is the URI that holds round it. */
export function namesOf(schema: object, outer: string): SchemaNames {
  const [uri, fragment] = splitReference(textOf(schema, '$id') ?? '')
  const base = resolveUri(uri, outer)
  const anchors = [fragment, textOf(schema, '$anchor'), textOf(schema, '$dynamicAnchor')]
  const named = anchors.filter((anchor) => anchor !== undefined).filter((anchor) => anchor !== '')
  return { base, names: [...(uri === '' ? [] : [base]), ...named.map((name) => `${base}#${name}`)] }
}

/** A URI without its fragment, and the fragment, decoded. */
export function splitReference(reference: string): readonly [uri: string, fragment: string] {
  const [uri = '', ...fragments] = reference.split('#')
  return [uri, decodeFragment(fragments.join('#'))]
}

/** A text with a stray percent sign stands for itself. */
export function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a reference says relative to the URI that holds where it stands. */
export function resolveUri(uri: string, base: string): string {
  if (uri === '') return base
  return URL.canParse(uri, base) ? new URL(uri, base).href : uri
}

/** The key that one step of a pointer (RFC 6901) stands for. */
export function toKey(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

function textOf(schema: object, keyword: string): string | undefined {
  const text: unknown = Reflect.get(schema, keyword)
  return typeof text === 'string' ? text : undefined
}
