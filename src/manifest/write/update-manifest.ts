import { isMap, isNode, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'

import { DefinitionError } from '../../errors/definition-error.js'
import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { ToolId } from '../../tools/tool-id.js'
import { isSameJson } from '../../schema/same-json.js'
import { contractDigest } from '../../registry/contract/contract.js'
import type { Manifest } from '../manifest.js'
import { parseManifest, readManifest, type ParseOptions } from '../read/parse-manifest.js'
import { grantItems, proposeGrant } from './grant-text.js'
import { columnOf, endOfLine, lineBreakOf, spliceText, type Splice } from './splice-text.js'

/** What an update does beyond refreshing contracts. */
export interface UpdateOptions extends ParseOptions {
  /**
   * Whether tools that are not granted get a grant, as a draft proposes it.
   * @defaultValue `false`
   */
  readonly addTools?: boolean | undefined
  /** Only the tools of this server are looked at. @defaultValue those of all */
  readonly server?: string | undefined
}

/**
 * The text of a manifest after its reviewer accepted what the code says now: the contract of every granted tool is the
 * current one. Everything else stays to the letter: comments, words, order, formatting. Nothing is removed, no effect
 * is changed, and no tool is added unless asked for.
 *
 * @throws DefinitionError when the text is no manifest, a schema cannot be made, or the server has no tools.
 * @example
 * ```ts
 * await writeFile(path, updateManifest(await readFile(path, 'utf8'), registry))
 * ```
 */
export function updateManifest(
  text: string,
  registry: ToolRegistry,
  { path, addTools = false, server }: UpdateOptions = {},
): string {
  return updateText(text, ofServer(registry, server), { path, addTools })
}

function ofServer(registry: ToolRegistry, server: string | undefined): ToolRegistry {
  if (server === undefined) return registry
  const own = registry.filter(({ id }) => id.server === server)
  if (own.definitions.length > 0) return own
  const known = [...new Set(registry.definitions.map(({ id }) => id.server))]
  const near = didYouMean(nearestNames(server, known)).trimStart()
  const message = 'the registry has no tools of it.'
  const fix = near === '' ? `Servers: ${known.join(', ')}.` : near
  throw new DefinitionError([{ subject: `server ${quoteName(server)}`, message, fix }])
}

function updateText(
  text: string,
  registry: ToolRegistry,
  { path, addTools }: Pick<UpdateOptions, 'path' | 'addTools'>,
): string {
  const { manifest, source } = readManifest(text, { path })
  const tools = source.document.getIn(['spec', 'tools'])
  if (!isSeq(tools)) return text
  const added = addTools === true ? ungranted(manifest, registry) : []
  const contracts = tools.items.flatMap((item) => contractSplice(text, item, registry))
  const updated = spliceText(text, [...contracts, ...addedSplices(text, tools, added)])
  assertUpdated(updated, expectedAfter(manifest, registry, added))
  return updated
}

function ungranted({ spec }: Manifest, registry: ToolRegistry): readonly ToolDefinition[] {
  const granted = new Set(spec.tools.map(({ ref }) => ref))
  return registry.definitions.filter(({ id }) => !granted.has(id.reference()))
}

/** Replaces the contract of a grant where it stands, or writes one behind its reference. */
function contractSplice(text: string, item: unknown, registry: ToolRegistry): readonly Splice[] {
  if (!isMap(item)) return []
  const ref = item.get('ref', true)
  const definition = findDefinition(isScalar(ref) ? ref.value : undefined, registry)
  if (definition === undefined) return []
  const digest = contractDigest(definition)
  const stated = item.get('contract', true)
  if (isScalar(stated)) return replacedContract(text, stated, digest)
  return [insertedContract(text, item, { end: rangeOf(ref).end, digest })]
}

function replacedContract(text: string, stated: Scalar, digest: string): readonly Splice[] {
  if (stated.value === digest) return []
  const { start, end } = rangeOf(stated)
  // A block scalar ends behind its line break, which belongs to the next line.
  const isBlock = stated.type === 'BLOCK_LITERAL' || stated.type === 'BLOCK_FOLDED'
  return [{ start, end, text: isBlock ? `${digest}${lineBreakOf(text)}` : digest }]
}

function findDefinition(ref: unknown, registry: ToolRegistry): ToolDefinition | undefined {
  const id = typeof ref === 'string' ? ToolId.parse(ref) : undefined
  return id === undefined ? undefined : registry.find(id)
}

function insertedContract(
  text: string,
  map: YAMLMap,
  { end, digest }: { readonly end: number; readonly digest: string },
): Splice {
  if (map.flow === true) return { start: end, end, text: `, contract: ${digest}` }
  const column = columnOf(text, rangeOf(map.items[0]?.key).start)
  // A block scalar ends behind its line break; the line it ends in is the one before.
  const isLineStart = columnOf(text, end) === 0
  const at = isLineStart ? end : endOfLine(text, end)
  const line = `${' '.repeat(column)}contract: ${digest}`
  const lineBreak = lineBreakOf(text)
  return { start: at, end: at, text: isLineStart ? `${line}${lineBreak}` : `${lineBreak}${line}` }
}

/** Writes grants behind the last one. */
function addedSplices(
  text: string,
  tools: YAMLSeq,
  added: readonly ToolDefinition[],
): readonly Splice[] {
  if (added.length === 0) return []
  const { start, end } = rangeOf(tools)
  const lineBreak = lineBreakOf(text)
  if (tools.flow === true) return [flowSplice(text, tools, added)]
  const items = grantItems(added, columnOf(text, start)).replaceAll('\n', lineBreak)
  const isLineStart = columnOf(text, end) === 0
  const at = isLineStart ? end : endOfLine(text, end)
  return [
    { start: at, end: at, text: isLineStart ? `${items}${lineBreak}` : `${lineBreak}${items}` },
  ]
}

/** JSON is YAML in flow style, whatever the texts hold. */
function flowSplice(text: string, tools: YAMLSeq, added: readonly ToolDefinition[]): Splice {
  const items = added.map((definition) => JSON.stringify(proposeGrant(definition).grant)).join(', ')
  const { end } = rangeOf(tools)
  const lastEnd = tools.items.length > 0 ? endOfItems(text, end) : end - 1
  const separator = tools.items.length === 0 || text[lastEnd - 1] === ',' ? '' : ','
  return {
    start: lastEnd,
    end: lastEnd,
    text: `${separator}${separator === '' ? '' : ' '}${items}`,
  }
}

/** Where a node of the text stands, without what follows it. */
function rangeOf(node: unknown): { readonly start: number; readonly end: number } {
  const [start, end] = (isNode(node) ? node.range : undefined) ?? [0, 0]
  return { start, end }
}

/** Before the closing bracket and the white space in front of it. */
function endOfItems(text: string, end: number): number {
  return text.slice(0, end - 1).trimEnd().length
}

function expectedAfter(
  manifest: Manifest,
  registry: ToolRegistry,
  added: readonly ToolDefinition[],
): Manifest {
  const tools = manifest.spec.tools.map((grant) => {
    const definition = findDefinition(grant.ref, registry)
    return definition === undefined ? grant : { ...grant, contract: contractDigest(definition) }
  })
  const proposed = added.map((definition) => proposeGrant(definition).grant)
  return { ...manifest, spec: { ...manifest.spec, tools: [...tools, ...proposed] } } as Manifest
}

/** Editing text can go wrong where YAML is written in ways that nobody thought of; then nothing is written. */
function assertUpdated(text: string, expected: Manifest): void {
  if (isSameJson(parseOrNone(text), expected)) return
  throw new DefinitionError([
    {
      subject: 'updateManifest',
      message: 'the manifest is written in a way that cannot be edited in place.',
      fix: 'Write each grant as a block of "key: value" lines, then update again.',
    },
  ])
}

function parseOrNone(text: string): Manifest | undefined {
  try {
    return parseManifest(text)
  } catch {
    return undefined
  }
}
