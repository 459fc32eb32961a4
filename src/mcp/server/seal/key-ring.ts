/** A key that seals: 32 bytes or more, a text counted in UTF-8. */
export type McpSealKey = string | Uint8Array

/** Shorter keys than the digest make HMAC-SHA-256 weaker than it is. */
const minKeyBytes = 32

/** The keys as bytes; undefined where there is none, or one is too short or no key at all. */
export function readKeyRing(keys: readonly unknown[]): readonly Uint8Array[] | undefined {
  const ring = keys.map(toBytes)
  const isRing = ring.length > 0 && ring.every((key) => key !== undefined)
  return isRing ? ring : undefined
}

function toBytes(key: unknown): Uint8Array | undefined {
  const bytes = typeof key === 'string' ? Buffer.from(key) : key
  return bytes instanceof Uint8Array && bytes.byteLength >= minKeyBytes
    ? Uint8Array.from(bytes)
    : undefined
}
