import { readFile } from 'node:fs/promises'

import { contractsPath, parseContracts, type ContractBook } from '../contract/contract-book.js'

/**
 * The reviewed contracts that lie beside a manifest, for `checkManifest` to say what changed in one. Where there are
 * none, or the file is no such file, the book is empty: a change is then told without its parts.
 *
 * @example
 * ```ts
 * const contracts = await loadContracts('tallystick.yaml')
 * const disagreements = checkManifest(registry, manifest, { contracts })
 * ```
 */
export async function loadContracts(manifestPath: string): Promise<ContractBook> {
  try {
    return parseContracts(await readFile(contractsPath(manifestPath), 'utf8'))
  } catch {
    return new Map()
  }
}
