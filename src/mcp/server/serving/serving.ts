import type { McpServer } from '@modelcontextprotocol/server'

import type { Journal } from '../../../journal/journals/journal.js'
import { DefinitionError } from '../../../errors/definition-error.js'
import { createReference } from '../../../registry/call/reference.js'
import type { ToolRegistry } from '../../../registry/tool-registry.js'
import { tell } from '../../tell.js'
import { OpenCalls } from '../../../registry/call/open-calls.js'
import type { Era } from '../listing/listed-tool.js'
import { createToolListing, type ToolListing } from '../listing/tool-listing.js'
import { createToolNames, type ToolNames } from '../listing/tool-names.js'
import type { McpCaller, McpServeOptions } from './serve-options.js'
import { loadServerSdk, type ServerSdk } from './server-sdk.js'
import { createStateSeal, type StateSeal } from '../seal/request-state.js'

/** What all connections and requests to one served registry share. */
export interface Serving {
  readonly registry: ToolRegistry
  readonly options: McpServeOptions
  readonly names: ToolNames
  readonly listing: ToolListing
  readonly seal: StateSeal
  /** All of them, whatever they came through. */
  readonly calls: OpenCalls
  /** Where approvals of clients are recorded; undefined where clients do not approve. */
  readonly approvals: Journal | undefined
  /** Tells the operator, and never throws; the reference is what the caller may be told. */
  readonly report: (error: unknown) => string
  readonly loadSdk: () => Promise<ServerSdk>
}

/** Who is served, with which tools, and among which calls. */
export interface ServedCaller {
  readonly view: ToolRegistry
  readonly caller: McpCaller
  /** The calls of whatever the caller came through. */
  readonly calls: OpenCalls
}

/** Who calls, and over what. */
export interface Connection extends ServedCaller {
  readonly sdk: ServerSdk
  readonly server: McpServer['server']
  readonly era: Era
}

/**
 * Prepares a registry to be served. Everything that is not about one caller is decided here.
 * @throws DefinitionError when tools would share a name, or approvals of clients have nowhere to go.
 */
export function createServing(registry: ToolRegistry, options: McpServeOptions): Serving {
  assertApprovals(registry, options)
  const names = createToolNames(registry, options.names ?? 'bare')
  const report = reporter(options)
  const { pageSize = 500, requestStateKeys: keys, requestStateTtlMs: ttlMs = 600_000 } = options
  return Object.freeze<Serving>({
    registry,
    options,
    names,
    listing: createToolListing({ names, pageSize, onError: report }),
    seal: createStateSeal({ keys, ttlMs }),
    calls: new OpenCalls(),
    approvals: options.approvals === 'client' ? options.journal : undefined,
    report,
    loadSdk: loadServerSdk,
  })
}

function assertApprovals(
  { callRecords }: ToolRegistry,
  { approvals, journal }: McpServeOptions,
): void {
  if (approvals !== 'client') return
  const problems = [
    ...(journal === undefined ? [withoutJournal] : []),
    ...(callRecords === undefined ? [withoutLayer] : []),
  ]
  if (problems.length > 0) throw new DefinitionError(problems)
}

const withoutJournal = {
  subject: 'tallystick/mcp',
  message: 'approvals: \'client\' needs the option "journal".',
  fix: 'Pass the journal of the idempotency layer.',
}

const withoutLayer = {
  subject: 'tallystick/mcp',
  message: "approvals: 'client' needs a registry that keeps calls which wait.",
  fix: 'Add new IdempotencyLayer(journal) to it.',
}

function reporter({ onError = warn }: McpServeOptions): (error: unknown) => string {
  return (error) => {
    tell(onError, error)
    return createReference()
  }
}

function warn(error: unknown): void {
  const text = error instanceof Error ? error.message : 'something that is no error was thrown.'
  process.emitWarning(text, { type: 'TallystickMcpWarning' })
}
