import { DefinitionError } from '../../errors/definition-error.js'
import { contractsPath, faultyBook, type ContractBook } from '../contract/contract-book.js'
import { parseContracts } from '../contract/parse-contracts.js'
import { isMissingFile, readDocument } from './load-manifest.js'

/** Contracts hold whole schemas, so their file is larger than the manifest. */
const maxMebibytes = 64

/**
 * The reviewed contracts that lie beside a manifest, for `checkManifest` to say what changed in one. Where there are
 * none, the book is empty. Where something is wrong with the file it is no error either, because the file approves
 * nothing: `fault` of the book says what is wrong, and so does a finding that would have needed it.
 *
 * @example
 * ```ts
 * const contracts = await loadContracts('tallystick.yaml')
 * const disagreements = checkManifest(registry, manifest, { contracts })
 * ```
 */
export async function loadContracts(manifestPath: string): Promise<ContractBook> {
  const path = contractsPath(manifestPath)
  try {
    return parseContracts(await readDocument(path, { maxMebibytes }), { path })
  } catch (error) {
    if (!DefinitionError.is(error)) throw error
    return isMissingFile(error.cause) ? new Map() : faultyBook([], { message: toFault(error) })
  }
}

function toFault({ problems }: DefinitionError): string {
  const [problem] = problems
  return problem === undefined
    ? 'it cannot be read'
    : `${problem.subject}: ${problem.message.replace(/\.$/, '')}`
}
