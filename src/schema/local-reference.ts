import type { JsonSchema } from './json-schema.js'
import { decodeFragment, toKey } from './schema-names.js'

/**
 * What a `$ref` to the root of its document or into its `$defs` leads to; undefined for any other, and where there is
 * nothing. Its fragment is a JSON Pointer (RFC 6901, section 6).
 */
export function findReferenced(
  reference: string,
  root: JsonSchema,
): JsonSchema | boolean | undefined {
  if (reference === '#') return root
  const segment = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1]
  if (segment === undefined) return undefined
  const name = toKey(decodeFragment(segment))
  const definitions = root.$defs ?? {}
  return Object.hasOwn(definitions, name) ? definitions[name] : undefined
}
