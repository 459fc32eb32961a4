import { types } from 'node:util'

import type { Client } from '@modelcontextprotocol/client'

import { ToolError } from '../../errors/tool-error.js'
import { canonicalJson } from '../../schema/canonical-json.js'
import { contractOf } from '../../registry/contract/contract.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { PreparedBody, ToolDefinition } from '../../tools/tool-definition.js'
import { tell } from '../tell.js'
import { callForeignTool, type ForeignCall } from './call/call-foreign-tool.js'
import type { ForeignBodies, PreparedCall } from './define-foreign-tool.js'
import { connectClient } from './link/connect-client.js'
import { LinkDown, ServerLink } from './link/server-link.js'
import type { ForeignTool, KnownTools } from './list/foreign-tool.js'
import { readToolList, type ToolList } from './list/read-tool-list.js'
import { reviewTools, type ReviewedTools } from './list/review-tools.js'
import type {
  McpCredentials,
  McpToolsOptions,
  ForeignServerLimits,
  ForeignServerTimes,
} from './mcp-tools-options.js'
import type { ClientSdk } from './sdk.js'
import type { ForeignServerFinding } from './foreign-server-finding.js'
import { readCredentials } from './mcp-tools-rules.js'
import { createTransport } from './transport/create-transport.js'

/** What a server is spoken to with. */
export interface ServerSpec {
  readonly sdk: ClientSdk
  readonly options: McpToolsOptions
  readonly limits: ForeignServerLimits
  readonly times: ForeignServerTimes
  readonly report: (finding: Omit<ForeignServerFinding, 'server'>) => void
  readonly define: (tool: ForeignTool) => ToolDefinition
}

/** One identity at the server: its connection, and what was withdrawn over it. */
interface Upstream {
  readonly link: ServerLink
  /** Calls that are under way; while there are any, the connection is not given up for another one. */
  openCalls: number
  withdrawn: ReadonlySet<string>
  list: ToolList | undefined
  /** What was told after the last reading: what is still so is not told again. */
  told: ReadonlySet<string>
}

/** What an upstream may be known by that nobody else has. */
const ownIdentity = ''
/** Whoever makes up credentials for every call must not make up connections without end: more are there only while used. */
const mostUpstreams = 256

/** A foreign server with the connections to it: one, or one for each of the credentials that calls are made with. */
export class ForeignServer implements ForeignBodies {
  readonly #spec: ServerSpec
  readonly #upstreams = new Map<string, Upstream>()
  /** Connections that were dropped and have not ended yet. */
  readonly #ending = new Set<Promise<void>>()
  readonly #listeners = new Set<() => void>()
  #reviewed: ReviewedTools | undefined
  /** The tools that the server had when it was read first, those that were left out as well. */
  #known: KnownTools = new Map()

  constructor(spec: ServerSpec) {
    this.#spec = spec
  }

  /**
   * Reads the list of tools for the first time.
   * @throws LinkDown when the server cannot be reached, or its list cannot be read.
   */
  async start(): Promise<ToolList> {
    const upstream = this.#upstream(undefined)
    await upstream.link.ready()
    return upstream.list ?? { tools: [], refused: [], ttlMs: undefined }
  }

  /** From now on the tools of these definitions, by the names the server gives them, are the reviewed ones of its list. */
  review({ tools }: ToolList, definitions: ReadonlyMap<string, ToolDefinition>): void {
    this.#known = new Map(tools.map((tool) => [tool.name, tool]))
    this.#reviewed = new Map(
      tools.flatMap((tool) => {
        const definition = definitions.get(tool.name)
        if (definition === undefined) return []
        return [[tool.name, { tool, contract: contractOf(definition) }] as const]
      }),
    )
    for (const upstream of this.#upstreams.values()) {
      if (upstream.list !== undefined) this.#take(upstream, upstream.list)
    }
  }

  /** For whom the operator asks: the tool is withdrawn where the identity of the transport is offered another one. */
  isWithdrawn({ name }: ForeignTool): boolean {
    const own = this.#upstreams.get(ownIdentity)
    if (own?.withdrawn.has(name) !== true) return false
    // Nobody can call it, so that nobody else would find out that it is again what was reviewed.
    own.link.ready().catch(() => undefined)
    return true
  }

  watchWithdrawals(listener: () => void): () => void {
    // The same function may listen for several tools.
    const own = (): void => listener()
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  /**
   * Makes the body of one call.
   * @throws ToolError UNREACHABLE when nothing was sent; NOT_GRANTED for a tool that was withdrawn.
   */
  async prepare(call: PreparedCall, context: ToolContext): Promise<PreparedBody> {
    const upstream = this.#upstream(await this.#credentials(context))
    const client = await during(upstream, () => this.#reach(upstream, call.definition))
    if (upstream.withdrawn.has(call.tool.name)) throw notGranted(call.definition)
    const foreignCall = this.#foreignCall(call, upstream, client)
    return (bodyContext) => during(upstream, () => callForeignTool(foreignCall, bodyContext))
  }

  #foreignCall(call: PreparedCall, upstream: Upstream, client: Client): ForeignCall {
    const { tool, terms, admitted, answer } = call
    const { sdk, options, limits, times } = this.#spec
    const onBroken = (cause: unknown): void => upstream.link.drop(client, cause)
    return {
      ...{ sdk, server: options.server, terms, client, tool, answer, limits, times, onBroken },
      args: admitted.json,
    }
  }

  /** Ends all connections and the processes behind them. */
  async close(): Promise<void> {
    const links = [...this.#upstreams.values()].map(({ link }) => link.close())
    const ends = await Promise.allSettled([...links, ...this.#ending])
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #credentials(context: ToolContext): Promise<McpCredentials | undefined> {
    const { server, credentials } = this.#spec.options
    if (credentials === undefined) return undefined
    const given = credentials(context)
    // What is there at once is copied at once: the next call may change it.
    return readCredentials(server, types.isPromise(given) ? await given : given)
  }

  async #reach({ link }: Upstream, { id }: ToolDefinition): Promise<Client> {
    try {
      return await link.ready()
    } catch (cause) {
      const retryAfterMs = cause instanceof LinkDown ? cause.retryAfterMs : undefined
      throw new ToolError({
        code: 'UNREACHABLE',
        disposition: 'did-not-happen',
        message: `${id.toString()}: its server cannot be reached; the cause says why. See that it runs.`,
        ...{ toolId: id, retryable: true, retryAfterMs, cause },
      })
    }
  }

  #upstream(credentials: McpCredentials | undefined): Upstream {
    const identity = credentials === undefined ? ownIdentity : canonicalJson(credentials)
    const upstream = this.#upstreams.get(identity) ?? this.#createUpstream(credentials)
    // What was used last stands last, so that what was not used for long is dropped first.
    this.#upstreams.delete(identity)
    this.#upstreams.set(identity, upstream)
    return upstream
  }

  #createUpstream(credentials: McpCredentials | undefined): Upstream {
    if (this.#upstreams.size >= mostUpstreams) this.#dropIdle()
    const upstream: Upstream = {
      link: this.#createLink(credentials, (list) => this.#take(upstream, list)),
      openCalls: 0,
      withdrawn: new Set(),
      list: undefined,
      told: new Set(),
    }
    return upstream
  }

  /** Makes room for one more, as far as that is possible without cutting a call off. */
  #dropIdle(): void {
    const idle = [...this.#upstreams].filter(
      ([identity, { openCalls }]) => identity !== ownIdentity && openCalls === 0,
    )
    const surplus = this.#upstreams.size - mostUpstreams + 1
    for (const [identity, { link }] of idle.slice(0, surplus)) {
      this.#upstreams.delete(identity)
      this.#end(link)
    }
  }

  #end(link: ServerLink): void {
    const ending = link.close().catch((cause: unknown) => {
      const message = 'a connection that was not used for long did not end as it should.'
      this.#spec.report({ kind: 'lost-connection', message, cause })
    })
    this.#ending.add(ending)
    void ending.then(() => this.#ending.delete(ending))
  }

  #createLink(
    credentials: McpCredentials | undefined,
    onList: (list: ToolList) => void,
  ): ServerLink {
    const { sdk, options, limits, times, report } = this.#spec
    const { protocol = 'auto', transport } = options
    const isProcess = 'command' in transport
    return new ServerLink({
      times,
      onList,
      onLost: (cause) =>
        report({ kind: 'lost-connection', message: 'the connection is lost.', cause }),
      read: (client) =>
        readToolList(client, { limits, timeout: times.connectMs, known: this.#known, isProcess }),
      connect: (events) =>
        connectClient({
          ...{ sdk, protocol, timeout: times.connectMs, ...events },
          open: () => createTransport({ sdk, transport, credentials, limits, times }),
          onError: (cause) =>
            // What the SDK says of a message holds the message.
            report({ kind: 'bad-message', message: 'what it sent could not be taken.', cause }),
        }),
    })
  }

  #take(upstream: Upstream, list: ToolList): void {
    const { define, report } = this.#spec
    upstream.list = list
    if (this.#reviewed === undefined) return
    const { withdrawn: before, told } = upstream
    const [reviewed, known] = [this.#reviewed, this.#known]
    const { withdrawn, findings } = reviewTools(list, { reviewed, known, before, define })
    upstream.withdrawn = withdrawn
    upstream.told = new Set(findings.map(({ message }) => message))
    for (const finding of findings.filter(({ message }) => !told.has(message))) report(finding)
    const isOwn = this.#upstreams.get(ownIdentity) === upstream
    if (isOwn && !isSameSet(before, withdrawn)) {
      for (const listener of this.#listeners) tell(listener, undefined)
    }
  }
}

/** Counts a call as open for as long as it takes. */
async function during<T>(upstream: Upstream, call: () => Promise<T>): Promise<T> {
  upstream.openCalls += 1
  try {
    return await call()
  } finally {
    upstream.openCalls -= 1
  }
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name))
}

function notGranted({ id }: ToolDefinition): ToolError {
  return new ToolError({
    code: 'NOT_GRANTED',
    disposition: 'did-not-happen',
    message: `${id.toString()}: its server offers another tool now than the one that was reviewed. Review it, update the manifest and start anew.`,
    toolId: id,
  })
}
