import { AsyncLocalStorage } from 'node:async_hooks'
import { fileURLToPath } from 'node:url'

import { bindManifest, type BindOptions } from '../manifest/bind-manifest.js'
import type { Manifest } from '../manifest/manifest.js'
import { loadContracts } from '../manifest/read/load-contracts.js'
import { loadManifest } from '../manifest/read/load-manifest.js'
import type { ToolRegistry } from '../registry/tool-registry.js'
import type { ToolsModuleOptions } from './tools-module-options.js'

const review = new AsyncLocalStorage<true>()

/** Runs what starts an application whose tools are to be reviewed: it is not held to its manifest. */
export function runForReview<Result>(start: () => Result): Result {
  return review.run(true, start)
}

/**
 * The registry held to the manifest of the options, if there is one.
 * @throws DefinitionError when it cannot be read, or does not match.
 */
export async function bindReview(
  registry: ToolRegistry,
  { manifest, manifestMode }: ToolsModuleOptions,
): Promise<ToolRegistry> {
  if (manifest === undefined || review.getStore() === true) return registry
  return bindManifest(registry, ...(await toReview(manifest, manifestMode)))
}

type Review = readonly [Manifest, BindOptions]

/** With the reviewed contracts that lie beside a file, so that a drift says what has changed. */
async function toReview(
  manifest: Manifest | URL | string,
  mode: ToolsModuleOptions['manifestMode'],
): Promise<Review> {
  const path = manifest instanceof URL ? fileURLToPath(manifest) : manifest
  if (typeof path !== 'string') return [path, { mode }]
  return [await loadManifest(path), { mode, contracts: await loadContracts(path) }]
}
