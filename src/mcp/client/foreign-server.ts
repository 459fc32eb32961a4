import type { Client } from '@modelcontextprotocol/client'

import { ToolError } from '../../errors/tool-error.js'
import { canonicalJson } from '../../schema/canonical-json.js'
import { contractOf } from '../../registry/contract/contract.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { PreparedBody, ToolDefinition } from '../../tools/tool-definition.js'
import { callForeignTool } from './call/call-foreign-tool.js'
import type { ForeignBodies, PreparedCall } from './define-foreign-tool.js'
import { connectClient } from './link/connect-client.js'
import { LinkDown, ServerLink } from './link/server-link.js'
import type { ForeignTool } from './list/foreign-tool.js'
import { readToolList, type ToolList } from './list/read-tool-list.js'
import { reviewTools, type ReviewedTools } from './list/review-tools.js'
import type {
  Credentials,
  McpToolsOptions,
  ServerLimits,
  ServerTimes,
} from './mcp-tools-options.js'
import type { ClientSdk } from './sdk.js'
import type { ServerFinding } from './server-finding.js'
import { createTransport } from './transport/create-transport.js'

/** What a server is spoken to with. */
export interface ServerSpec {
  readonly sdk: ClientSdk
  readonly options: McpToolsOptions
  readonly limits: ServerLimits
  readonly times: ServerTimes
  readonly report: (finding: Omit<ServerFinding, 'server'>) => void
  readonly define: (tool: ForeignTool) => ToolDefinition
}

/** One identity at the server: its connection, and what was withdrawn over it. */
interface Upstream {
  readonly link: ServerLink
  withdrawn: ReadonlySet<string>
  list: ToolList | undefined
  /** What was told after the last reading: what is still so is not told again. */
  told: ReadonlySet<string>
}

/** What an upstream may be known by that nobody else has. */
const ownIdentity = ''
/** Whoever makes up credentials for every call must not make up connections without end. */
const mostUpstreams = 256

/** A foreign server with the connections to it: one, or one for each of the credentials that calls are made with. */
export class ForeignServer implements ForeignBodies {
  readonly #spec: ServerSpec
  readonly #upstreams = new Map<string, Upstream>()
  #reviewed: ReviewedTools | undefined
  /** The tools that the server had when it was read first, those that were left out as well. */
  #known: ReadonlySet<string> = new Set()

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

  /** From now on the tools of these definitions are the reviewed ones, by the names the server gives them. */
  review(definitions: ReadonlyMap<string, ToolDefinition>): void {
    this.#reviewed = new Map([...definitions].map(([name, one]) => [name, contractOf(one)]))
    this.#known = new Set(this.#upstreams.get(ownIdentity)?.list?.tools.map(({ name }) => name))
    for (const upstream of this.#upstreams.values()) {
      if (upstream.list !== undefined) this.#take(upstream, upstream.list)
    }
  }

  /** For whom the operator asks: the tool is withdrawn where the identity of the transport is offered another one. */
  isWithdrawn({ name }: ForeignTool): boolean {
    return this.#upstreams.get(ownIdentity)?.withdrawn.has(name) === true
  }

  /**
   * Makes the body of one call.
   * @throws ToolError UNREACHABLE when nothing was sent; NOT_GRANTED for a tool that was withdrawn.
   */
  async prepare(call: PreparedCall, context: ToolContext): Promise<PreparedBody> {
    const { tool, definition, terms, admitted, answer } = call
    const upstream = this.#upstream(await this.#credentials(context))
    const client = await this.#reach(upstream, definition)
    if (upstream.withdrawn.has(tool.name)) throw notGranted(definition)
    const { sdk, options, limits, times } = this.#spec
    const onBroken = (cause: unknown): void => upstream.link.drop(client, cause)
    const place = {
      sdk,
      server: options.server,
      terms,
      client,
      tool,
      answer,
      limits,
      times,
      onBroken,
    }
    return (bodyContext) => callForeignTool({ ...place, args: admitted.json }, bodyContext)
  }

  /** Ends all connections and the processes behind them. */
  async close(): Promise<void> {
    await Promise.all([...this.#upstreams.values()].map(({ link }) => link.close()))
  }

  async #credentials(context: ToolContext): Promise<Credentials | undefined> {
    return this.#spec.options.credentials?.(context)
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

  #upstream(credentials: Credentials | undefined): Upstream {
    const identity = credentials === undefined ? ownIdentity : canonicalJson(credentials)
    const known = this.#upstreams.get(identity)
    if (known !== undefined) return known
    if (this.#upstreams.size >= mostUpstreams) this.#dropOldest()
    const upstream: Upstream = {
      link: this.#createLink(credentials, (list) => this.#take(upstream, list)),
      withdrawn: new Set(),
      list: undefined,
      told: new Set(),
    }
    this.#upstreams.set(identity, upstream)
    return upstream
  }

  #dropOldest(): void {
    const oldest = [...this.#upstreams.keys()].find((identity) => identity !== ownIdentity)
    if (oldest === undefined) return
    void this.#upstreams.get(oldest)?.link.close()
    this.#upstreams.delete(oldest)
  }

  #createLink(credentials: Credentials | undefined, onList: (list: ToolList) => void): ServerLink {
    const { sdk, options, limits, times, report } = this.#spec
    const { protocol = 'auto', transport } = options
    return new ServerLink({
      times,
      onList,
      onLost: (cause) =>
        report({ kind: 'lost-connection', message: 'the connection is lost.', cause }),
      read: (client) => readToolList(client, { limits, timeout: times.connectMs }),
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
  }
}

function notGranted({ id }: ToolDefinition): ToolError {
  return new ToolError({
    code: 'NOT_GRANTED',
    disposition: 'did-not-happen',
    message: `${id.toString()}: its server offers another tool now than the one that was reviewed. Review it, update the manifest and start anew.`,
    toolId: id,
  })
}
