import { dirname, join, resolve } from 'node:path'

import {
  contractsDocument,
  contractsPath,
  type ContractBook,
} from '../../manifest/contract/contract-book.js'
import type { Manifest } from '../../manifest/manifest.js'
import { loadContracts } from '../../manifest/read/load-contracts.js'
import { readDocument } from '../../manifest/read/load-manifest.js'
import { parseManifest } from '../../manifest/read/parse-manifest.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { replaceFile } from '../../types/facts-file/replace-file.js'
import type { App } from '../app/app.js'
import { shownPath } from '../terminal/shown-path.js'

const defaultName = 'tallystick.yaml'

/** A manifest with the contracts that lie beside it. */
export interface ManifestFile {
  readonly path: string
  /** The path as results show it. */
  readonly shown: string
  readonly text: string
  readonly manifest: Manifest
  readonly contracts: ContractBook
}

/** Where the manifest is: what `--manifest` says, else the app, else `tallystick.yaml` beside the app. */
export function findManifestPath(
  { file, manifest }: App,
  given: string | undefined,
  cwd: string,
): string {
  if (given !== undefined) return resolve(cwd, given)
  return manifest ?? join(dirname(file), defaultName)
}

/**
 * Reads a manifest and the contracts beside it.
 *
 * @throws DefinitionError when it cannot be read or is no manifest.
 */
export async function openManifest(path: string, cwd: string): Promise<ManifestFile> {
  const text = await readDocument(path)
  const shown = shownPath(path, cwd)
  const manifest = parseManifest(text, { path: shown })
  return { path, shown, text, manifest, contracts: await loadContracts(path) }
}

/** Writes a manifest and the contracts it states beside it. A reader of a file sees it whole, as it was or as it is. */
export async function writeManifest(
  path: string,
  text: string,
  { registry, contracts }: { readonly registry: ToolRegistry; readonly contracts?: ContractBook },
): Promise<void> {
  const manifest = parseManifest(text, { path })
  // The contracts first: they only explain, and a manifest without them explains less.
  await replaceFile(contractsPath(path), contractsDocument(manifest, registry, contracts))
  await replaceFile(path, text)
}
