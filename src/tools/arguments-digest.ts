import { digestJson } from '../schema/digest.js'
import type { JsonObject } from '../schema/json.js'

/**
 * The digest of canonical arguments: SHA-256 over canonical JSON (RFC 8785) in lower-case hex. The order of keys does not
 * matter, nor whether a default was spelled out.
 */
export function argumentsDigest(canonical: JsonObject): string {
  return digestJson('tallystick.arguments', canonical)
}
