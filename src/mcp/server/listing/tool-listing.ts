import type { Tool } from '@modelcontextprotocol/server'

import type { ToolRegistry } from '../../../registry/tool-registry.js'
import type { ToolDefinition } from '../../../tools/tool-definition.js'
import type { ToolId } from '../../../tools/tool-id.js'
import { toListedTool, type Era } from './listed-tool.js'
import type { ToolNames } from './tool-names.js'

/** One page of a listing. */
export interface ToolPage {
  readonly tools: Tool[]
  /** Where the next page starts; absent on the last one. */
  readonly nextCursor?: string
}

/** Lists views of one served registry. */
export interface ToolListing {
  /** Undefined for a cursor that no page gave. */
  page(view: ToolRegistry, era: Era, cursor: string | undefined): ToolPage | undefined
  /** A tool as a listing of this view shows it; undefined where it does not. */
  find(view: ToolRegistry, era: Era, name: string): Tool | undefined
}

interface Entry {
  readonly id: ToolId
  readonly tool: Tool
}

/** How a listing is made. */
export interface ListingOptions {
  readonly names: ToolNames
  readonly pageSize: number
  readonly onError: (error: unknown) => void
}

/**
 * Lists tools by name. What is shown of a tool is made once; which of them are granted is asked each time, since a grant
 * may be withdrawn. A tool that cannot be told over MCP is left out and reported.
 */
export function createToolListing(options: ListingOptions): ToolListing {
  const known: Record<Era, WeakMap<ToolRegistry, readonly Entry[]>> = {
    legacy: new WeakMap(),
    modern: new WeakMap(),
  }
  const shown: Record<Era, WeakMap<ToolDefinition, Entry>> = {
    legacy: new WeakMap(),
    modern: new WeakMap(),
  }
  const entriesOf = (view: ToolRegistry, era: Era): readonly Entry[] => {
    const found = known[era].get(view) ?? readEntries(view, { era, options, shown: shown[era] })
    known[era].set(view, found)
    return found
  }
  return Object.freeze<ToolListing>({
    page: (view, era, cursor) => {
      const after = cursor === undefined ? '' : readCursor(cursor)
      if (after === undefined) return undefined
      const rest = entriesOf(view, era).filter(
        ({ id, tool }) => tool.name > after && view.isGranted(id),
      )
      return toPage(rest, options.pageSize)
    },
    find: (view, era, name) => {
      const definition = options.names.find(view, name)
      if (definition === undefined || !view.isGranted(definition.id)) return undefined
      return readEntry(definition, { era, options, shown: shown[era] })?.tool
    },
  })
}

interface Reading {
  readonly era: Era
  readonly options: ListingOptions
  readonly shown: WeakMap<ToolDefinition, Entry>
}

function readEntries(view: ToolRegistry, reading: Reading): readonly Entry[] {
  return view.definitions
    .flatMap((definition) => readEntry(definition, reading) ?? [])
    .sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1))
}

function readEntry(definition: ToolDefinition, reading: Reading): Entry | undefined {
  const { era, options, shown } = reading
  const known = shown.get(definition)
  const name = options.names.nameOf(definition)
  if (known !== undefined || name === undefined) return known
  try {
    const entry = { id: definition.id, tool: toListedTool(definition, name, era) }
    shown.set(definition, entry)
    return entry
  } catch (error) {
    options.onError(error)
    return undefined
  }
}

function toPage(rest: readonly Entry[], pageSize: number): ToolPage {
  const tools = rest.slice(0, pageSize).map(({ tool }) => tool)
  const last = tools.at(-1)
  if (last === undefined || rest.length <= pageSize) return { tools }
  return { tools, nextCursor: `${cursorPrefix}${Buffer.from(last.name).toString('base64url')}` }
}

const cursorPrefix = 'after.'

function readCursor(cursor: string): string | undefined {
  if (!cursor.startsWith(cursorPrefix)) return undefined
  const name = Buffer.from(cursor.slice(cursorPrefix.length), 'base64url').toString()
  return name === '' ? undefined : name
}
