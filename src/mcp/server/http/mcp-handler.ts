import { setImmediate as nextTurn } from 'node:timers/promises'

import { basicRules } from '../../../errors/basic-option-rules.js'
import { toRule, type OptionRule } from '../../../errors/option-problems.js'
import { DefinitionError } from '../../../errors/definition-error.js'
import { ToolRegistry } from '../../../registry/tool-registry.js'
import { withoutNullArguments } from '../call/null-arguments.js'
import { readCaller } from '../serving/caller.js'
import { assertServed, type McpCaller, type McpServeOptions } from '../serving/serve-options.js'
import { OpenCalls } from '../../../registry/call/open-calls.js'
import { createServing, type ServedCaller, type Serving } from '../serving/serving.js'
import { watchGrants } from '../serving/watch-grants.js'
import { toAuthInfo } from './caller-auth.js'
import {
  assertFetchGuarded,
  assertGuarded,
  createHostFilter,
  isLoopback,
  type HostFilter,
} from './host-filter.js'
import { readBody } from './read-body.js'
import { isHostName } from './host-name.js'
import { listenOn, type McpListener } from './listen.js'
import { assertListenOptions, type McpListenOptions } from './listen-options.js'
import { refusal } from './refusal.js'
import { createSdkEntry, type SdkEntry } from './sdk-entry.js'
import { sessionsRule, type McpSessionOptions } from './session-options.js'

/** How a registry is served over HTTP. */
export interface McpHandlerOptions extends McpServeOptions {
  /**
   * Who sends a request, from its credentials; undefined or null for nobody, who is refused. Tenant and principal of a call come
   * from here only. Without it the server is open to every process of its machine, and serves no other host.
   */
  readonly authenticate?:
    | ((request: Request) => McpCaller | null | undefined | Promise<McpCaller | null | undefined>)
    | undefined
  /**
   * Lets `fetch` answer without `authenticate`. Who brings it requests says which host they are for, so only that it is
   * reached from nowhere else keeps others out.
   * @defaultValue `false`: `fetch` answers nobody then
   */
  readonly unauthenticated?: boolean | undefined
  /**
   * The tools of one caller, narrowed from the registry that is served. What that registry does not hold is not served.
   * @defaultValue all of them for everybody
   */
  readonly viewFor?:
    | ((caller: McpCaller, registry: ToolRegistry) => ToolRegistry | Promise<ToolRegistry>)
    | undefined
  /**
   * Names under which the server is reached besides those of its own machine, without port. A request for any other host
   * is refused: a web page whose name was pointed at this machine sends its own name.
   * @defaultValue none
   */
  readonly allowedHosts?: readonly string[] | undefined
  /**
   * Hosts of web pages whose scripts may call, without scheme and port. Requests without an origin come from no page.
   * @defaultValue those of this machine and `allowedHosts`
   */
  readonly allowedOrigins?: readonly string[] | undefined
  /**
   * The largest request, in bytes.
   * @defaultValue `4_194_304`: 4 MiB
   */
  readonly maxBodyBytes?: number | undefined
  /**
   * Keeps sessions for clients of 2025, which can be asked and told of other tools then, and get the rest of an answer whose
   * stream broke off. A session lives in one process: further requests of it have to come there.
   * @defaultValue `false`: requests of 2025 stand for themselves, as those from 2026-07-28 on do
   */
  readonly sessions?: boolean | McpSessionOptions | undefined
}

/** A registry that is served over HTTP. */
export interface McpHandler {
  /**
   * Answers one request: for `Bun.serve`, Deno, workers, Hono, or whatever else speaks in Request and Response. Answers
   * nobody without `authenticate` or `unauthenticated: true`.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Listens on a port of this machine with `node:http`.
   * @throws DefinitionError for an option that is wrong, and for a host that others reach without `authenticate`; the
   * error of `node:net` where the port cannot be had.
   */
  readonly listen: (options?: McpListenOptions) => Promise<McpListener>
  /** Tells clients that other tools are granted than before. Of foreign tools that are withdrawn they are told anyway. */
  readonly toolsChanged: () => void
  /** Cancels the calls that run; what comes later is answered with 503. Ports stay open until their own `close`. */
  readonly close: () => Promise<void>
}

/**
 * Serves the tools of a registry over streamable HTTP. Nothing is kept between requests unless `sessions` are, so any number
 * of processes may serve one registry. From MCP 2026-07-28 on a client that disconnects cancels its call; before, it does not.
 *
 * @throws DefinitionError when an option is wrong, tools would share a name, or other hosts are allowed without
 * `authenticate`.
 * @example
 * ```ts
 * const handler = mcpHandler(registry, {
 *   authenticate: async (request) => findCaller(request.headers.get('authorization')),
 *   viewFor: ({ principal }, all) => (principal?.kind === 'person' ? all : all.select(['@readonly'])),
 * })
 * const { url } = await handler.listen({ port: 3000 })
 * ```
 */
export function mcpHandler(registry: ToolRegistry, options: McpHandlerOptions = {}): McpHandler {
  assertServed('mcpHandler', { registry, options }, handlerRules)
  assertGuarded('mcpHandler', options, (options.allowedHosts ?? []).every(isLoopback))
  const serving = createServing(registry, options)
  const filter = createHostFilter(options)
  let entry: Promise<SdkEntry> | undefined
  let closing: Promise<void> | undefined
  const getEntry = (): Promise<SdkEntry> => (entry ??= createSdkEntry(serving, options))
  const isClosed = (): boolean => closing !== undefined
  const endpoint: Endpoint = { serving, options, filter, getEntry, isClosed }
  const toolsChanged = (): void => {
    if (isClosed()) return
    getEntry()
      .then((opened) => opened.toolsChanged())
      .catch(serving.report)
  }
  const unwatchGrants = watchGrants(registry, toolsChanged)
  return Object.freeze<McpHandler>({
    fetch: (request) => answer(endpoint, request, { calls: serving.calls, isListened: false }),
    listen: async (listenOptions = {}) => {
      assertListenOptions(listenOptions)
      const { host = '127.0.0.1' } = listenOptions
      assertGuarded('mcpHandler.listen', options, isLoopback(host))
      const calls = new OpenCalls(serving.calls)
      const fetch = (request: Request): Promise<Response> =>
        answer(endpoint, request, { calls, isListened: true })
      return listenOn({ fetch, serving, calls, allowHost: filter.allow }, listenOptions)
    },
    toolsChanged,
    close: () => {
      unwatchGrants()
      return (closing ??= closeAll(serving, entry))
    },
  })
}

/** Calls are cancelled and answered before the SDK takes the streams of their answers away. */
async function closeAll({ calls }: Serving, entry: Promise<SdkEntry> | undefined): Promise<void> {
  await calls.drain(0)
  // An answer that is known is sent by the time that everything which waits for it has run.
  await nextTurn()
  await (await entry)?.close()
}

interface Endpoint {
  readonly serving: Serving
  readonly options: McpHandlerOptions
  readonly filter: HostFilter
  readonly getEntry: () => Promise<SdkEntry>
  readonly isClosed: () => boolean
}

/** What a request came through. */
interface Entry {
  readonly calls: OpenCalls
  /** Whether a port of this machine brought it, which others do not reach. */
  readonly isListened: boolean
}

async function answer(endpoint: Endpoint, request: Request, entry: Entry): Promise<Response> {
  const { serving, filter, options, getEntry, isClosed } = endpoint
  try {
    if (isClosed()) return refusal(503, 'The server has stopped')
    if (!entry.isListened) assertFetchGuarded(options)
    const refused = filter.findRefusal(request)
    if (refused !== undefined) return refused
    const admitted = await admit(endpoint, request, entry)
    if (admitted === undefined) return refusal(401, 'Unauthorized')
    const body = await readBody(request, options.maxBodyBytes)
    if (body.status === 'refused') return body.response
    if (isClosed()) return refusal(503, 'The server has stopped')
    const opened = await getEntry()
    const authInfo = toAuthInfo(admitted)
    if (body.status === 'absent') return await opened.fetch({ request, authInfo })
    const parsedBody = withoutNullArguments(body.json)
    return await opened.fetch({ request: body.head, authInfo, parsedBody })
  } catch (error) {
    return refusal(500, `Internal error. Reference: ${serving.report(error)}.`)
  }
}

async function admit(
  { options, serving }: Endpoint,
  request: Request,
  { calls }: Entry,
): Promise<ServedCaller | undefined> {
  const { authenticate, viewFor, caller: everybody = {} } = options
  const found = authenticate === undefined ? everybody : await authenticate(request)
  if (found === undefined || found === null) return undefined
  const caller = readCaller('authenticate', found)
  const { registry } = serving
  const view: unknown = viewFor === undefined ? registry : await viewFor(caller, registry)
  if (view instanceof ToolRegistry) return { caller, view, calls }
  throw withoutView()
}

function withoutView(): DefinitionError {
  const message = 'what it gave is no registry.'
  const fix = 'Return the registry it is given, or one narrowed from it.'
  return new DefinitionError([{ subject: 'viewFor', message, fix }])
}

const isHostNames = (value: unknown): boolean => Array.isArray(value) && value.every(isHostName)

const handlerRules = {
  authenticate: toRule('a function of the request', basicRules.callable.accepts),
  unauthenticated: basicRules.flag,
  viewFor: toRule('a function of the caller and the registry', basicRules.callable.accepts),
  allowedHosts: toRule('a list of host names, without scheme and port', isHostNames),
  allowedOrigins: toRule('a list of host names, without scheme and port', isHostNames),
  maxBodyBytes: toRule('a whole number of bytes above 0', basicRules.count.accepts),
  sessions: sessionsRule,
} satisfies Record<Exclude<keyof McpHandlerOptions, keyof McpServeOptions>, OptionRule>
