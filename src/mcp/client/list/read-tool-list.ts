import type { Client } from '@modelcontextprotocol/client'

import type { ForeignServerLimits } from '../mcp-tools-options.js'
import { isObject } from '../../../schema/is-object.js'
import { anyResult } from './any-result.js'
import {
  readForeignTool,
  type ForeignTool,
  type KnownTools,
  type ListedEntry,
  type RefusedTool,
} from './foreign-tool.js'
import { findHeaderFault } from './header-fault.js'

/** The tools of a server, all pages of them. */
export interface ToolList {
  readonly tools: readonly ForeignTool[]
  readonly refused: readonly RefusedTool[]
  /** How long the list may be believed, in milliseconds; undefined where the server does not say. */
  readonly ttlMs: number | undefined
}

/** How a list is read. */
export interface ReadListOptions {
  readonly limits: ForeignServerLimits
  readonly timeout: number
  readonly known: KnownTools
  /** Whether the server is a child process: what its tools ask of headers means nothing there. */
  readonly isProcess: boolean
}

interface Page {
  readonly entries: readonly unknown[]
  readonly nextCursor: string | undefined
  readonly ttlMs: number | undefined
  readonly bytes: number
}

/**
 * Reads the list of a server to its end.
 *
 * @throws Error for a list without an end, one that is too long, or one that is none.
 */
export async function readToolList(client: Client, options: ReadListOptions): Promise<ToolList> {
  if (client.getServerCapabilities()?.tools === undefined) return emptyList
  const { maxPages, maxTools, maxListBytes } = options.limits
  const seen = new Set<string>()
  const entries: unknown[] = []
  let bytes = 0
  let cursor: string | undefined
  let ttlMs: number | undefined
  do {
    const page = await readPage(client, cursor, options)
    entries.push(...page.entries)
    bytes += page.bytes
    ttlMs ??= page.ttlMs
    cursor = page.nextCursor
    if (entries.length > maxTools) throw listFault(`has more than ${maxTools.toString()} tools`)
    if (bytes > maxListBytes) throw listFault(`is longer than ${maxListBytes.toString()} bytes`)
    if (cursor === undefined) break
    if (seen.has(cursor)) throw listFault('comes back to a page it had')
    seen.add(cursor)
  } while (seen.size < maxPages)
  if (cursor !== undefined) throw listFault(`has more than ${maxPages.toString()} pages`)
  return toList(entries, {
    ttlMs,
    known: options.known,
    takesHeaders: takesHeaders(client, options),
  })
}

async function readPage(
  client: Client,
  cursor: string | undefined,
  { timeout }: ReadListOptions,
): Promise<Page> {
  const params = cursor === undefined ? {} : { cursor }
  const request = { method: 'tools/list', params }
  const result = await client.request(request, anyResult, {
    timeout,
    maxTotalTimeout: timeout,
  })
  const { tools, nextCursor, ttlMs } = result
  if (!Array.isArray(tools)) throw listFault('is no list')
  return {
    entries: tools as readonly unknown[],
    nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined,
    ttlMs: typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : undefined,
    bytes: Buffer.byteLength(JSON.stringify(result)),
  }
}

/** What is no child process is taken for HTTP. */
function takesHeaders(client: Client, { isProcess }: ReadListOptions): boolean {
  return !isProcess && client.getProtocolEra() === 'modern'
}

interface Reading extends Pick<ToolList, 'ttlMs'>, Pick<ReadListOptions, 'known'> {
  readonly takesHeaders: boolean
}

function toList(entries: readonly unknown[], { ttlMs, known, takesHeaders }: Reading): ToolList {
  const listed = entries.map((entry) => readForeignTool(entry, known))
  const read = takesHeaders ? listed.map(withoutFaultyHeaders) : listed
  return Object.freeze({
    tools: read.flatMap(({ tool }) => tool ?? []),
    refused: read.flatMap(({ refused }) => refused ?? []),
    ttlMs,
  })
}

/** MCP asks of clients on HTTP that they leave such a tool out (2026-07-28, SEP-2243). */
function withoutFaultyHeaders(entry: ListedEntry): ListedEntry {
  const { tool } = entry
  if (tool?.hasHeaders !== true || !isObject(tool.inputSchema)) return entry
  const why = findHeaderFault(tool.inputSchema)
  return why === undefined ? entry : { refused: { name: tool.name, why } }
}

const emptyList: ToolList = Object.freeze({ tools: [], refused: [], ttlMs: undefined })

function listFault(what: string): Error {
  return new Error(`its list of tools ${what}.`)
}
