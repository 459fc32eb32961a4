import { escapeUnprintable } from '../../errors/quoted-name.js'
import { deepFreeze } from '../../schema/deep-freeze.js'
import { isObject } from '../../schema/is-object.js'
import { digestContract, type ToolContract } from '../../registry/contract/contract.js'
import { contractsKind, faultyBook, type ContractBook } from './contract-book.js'

/** How a file of contracts is read. */
export interface ParseContractsOptions {
  /** What messages call the file. @defaultValue `'the contracts file'` */
  readonly path?: string | undefined
}

/**
 * The contracts of a file by their digests. Each is held to its digest. What does not match is left out, as is all of a
 * text that is no such file; `fault` of the book says so, and so does a finding that would have needed it.
 */
export function parseContracts(
  text: string,
  { path = 'the contracts file' }: ParseContractsOptions = {},
): ContractBook {
  const subject = escapeUnprintable(path)
  const { contracts, problem } = readContracts(text)
  if (contracts === undefined) return faultyBook([], { message: `${subject}: ${problem}` })
  const sound = Object.entries(contracts).filter(isContract)
  const known = new Set(sound.map(([digest]) => digest))
  const digests = Object.keys(contracts).filter((digest) => !known.has(digest))
  if (digests.length === 0) return new Map(sound)
  const message = `${subject}: a contract in it does not match the digest it is listed under`
  return faultyBook(sound, { message, digests })
}

type Contracts =
  | { readonly contracts: Readonly<Record<string, unknown>>; readonly problem?: undefined }
  | { readonly contracts?: undefined; readonly problem: string }

function readContracts(text: string): Contracts {
  const document = parseOrNone(text)
  if (document === undefined) return { problem: 'it is not JSON' }
  if (!isObject(document) || document['kind'] !== contractsKind.kind) {
    return { problem: 'it is not a file of contracts' }
  }
  if (document['apiVersion'] !== contractsKind.apiVersion) {
    return { problem: `this release of tallystick reads ${contractsKind.apiVersion}` }
  }
  const { contracts } = document
  return isObject(contracts) ? { contracts } : { problem: 'its `contracts` are not a map' }
}

function isContract(entry: [string, unknown]): entry is [string, ToolContract] {
  const [digest, contract] = entry
  if (!isObject(contract)) return false
  try {
    return digestContract(deepFreeze(contract as unknown as ToolContract)) === digest
  } catch {
    // JSON reads 1e999 as infinity, which has no canonical form; no file may keep a check from being made.
    return false
  }
}

function parseOrNone(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
