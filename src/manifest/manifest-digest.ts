import { digestJson } from '../schema/digest.js'
import { normalManifest } from './normal-manifest.js'
import type { Manifest } from './manifest.js'

/**
 * The digest of a manifest in 64 hex digits: SHA-256 over the canonical JSON (RFC 8785) of the document with
 * everything left out that equals its default, tools by reference, agents and servers by name. Comments, the order of
 * keys and formatting do not count; every grant, text and setting does.
 *
 * @example
 * ```ts
 * console.log(manifestDigest(await loadManifest('tallystick.yaml')))
 * ```
 */
export function manifestDigest(manifest: Manifest): string {
  return digestJson('tallystick.manifest.v1', normalManifest(manifest))
}
