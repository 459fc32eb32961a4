import { deepFreeze } from '../../schema/deep-freeze.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { Manifest } from '../manifest.js'
import { contractDigest, contractOf, digestContract, type ToolContract } from './contract.js'

/** Reviewed contracts by their digests. It only serves to say what changed; what was approved is the digest. */
export type ContractBook = ReadonlyMap<string, ToolContract>

const documentKind = { apiVersion: 'tallystick/v1', kind: 'ToolContracts' } as const

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
  const document = { ...documentKind, contracts: Object.fromEntries(contracts) }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/**
 * The contracts of a file by their digests. Each is held to its digest; what does not match is left out, as is a file
 * that is none: who asks then hears that a contract changed, and not what changed in it.
 */
export function parseContracts(text: string): ContractBook {
  const entries = Object.entries(toObject(toObject(parseOrNone(text))['contracts']))
  return new Map(
    entries.filter(([digest, contract]) => isContract(digest, contract)) as [
      string,
      ToolContract,
    ][],
  )
}

/** The contracts that tools have now, by digest. */
export function contractBook(definitions: readonly ToolDefinition[]): ContractBook {
  return new Map(
    definitions.map((definition) => [contractDigest(definition), contractOf(definition)]),
  )
}

function isContract(digest: string, contract: unknown): boolean {
  if (typeof contract !== 'object' || contract === null) return false
  try {
    return digestContract(deepFreeze(contract as ToolContract)) === digest
  } catch {
    // A lone cycle or an infinity cannot come out of JSON, but no file may keep a check from being made.
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

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A copy with sorted members, so that two files differ only where contracts do. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, member]) => [key, sortMembers(member)]))
}
