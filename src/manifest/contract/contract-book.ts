import { deepFreeze } from '../../schema/deep-freeze.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { Manifest } from '../manifest.js'
import { contractDigest, contractOf, type ToolContract } from '../../registry/contract/contract.js'
import type { ContractsFault } from './contracts-fault.js'

/** Reviewed contracts by their digests. It only serves to say what changed; what was approved is the digest. */
export interface ContractBook extends ReadonlyMap<string, ToolContract> {
  /** Why it holds less than its file should; absent where nothing is wrong with the file. */
  readonly fault?: ContractsFault | undefined
}

/** What a file of contracts says it is. */
export const contractsKind = { apiVersion: 'tallystick/v1', kind: 'ToolContracts' } as const

/** Where the contracts of a manifest lie: `tallystick.contracts.json` beside `tallystick.yaml`. */
export function contractsPath(manifestPath: string): string {
  return `${manifestPath.replace(/\.(ya?ml|json)$/i, '')}.contracts.json`
}

/**
 * The text of the file with the contracts a manifest states, by digest, for `diffContracts` to read later. Contracts the
 * registry does not have are kept from `known`.
 *
 * @example
 * ```ts
 * await writeFile(contractsPath('tallystick.yaml'), contractsDocument(manifest, registry))
 * ```
 */
export function contractsDocument(
  manifest: Manifest,
  registry: ToolRegistry,
  known: ContractBook = new Map(),
): string {
  const book = new Map([...known, ...contractBook(registry.definitions)])
  const stated = manifest.spec.tools.flatMap(({ contract }) => contract ?? [])
  const contracts = [...new Set(stated)].sort().flatMap((digest) => {
    const contract = book.get(digest)
    return contract === undefined ? [] : [[digest, sortMembers(contract)] as const]
  })
  const document = { ...contractsKind, contracts: Object.fromEntries(contracts) }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/** The contracts that tools have now, by digest. */
export function contractBook(definitions: readonly ToolDefinition[]): ContractBook {
  return new Map(
    definitions.map((definition) => [contractDigest(definition), contractOf(definition)]),
  )
}

/** A book of a file with which something is wrong. */
export function faultyBook(
  contracts: Iterable<readonly [digest: string, contract: ToolContract]>,
  fault: ContractsFault,
): ContractBook {
  return Object.assign(new Map(contracts), { fault: deepFreeze(fault) })
}

/** What any of these books holds, with the fault of the first that has one. */
export function joinBooks(books: readonly ContractBook[]): ContractBook {
  const joined = new Map(books.flatMap((book) => [...book]))
  const fault = books.map((book) => book.fault).find((one) => one !== undefined)
  return fault === undefined ? joined : faultyBook(joined, fault)
}

/** A copy with sorted members, so that two files differ only where contracts do. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, member]) => [key, sortMembers(member)]))
}
