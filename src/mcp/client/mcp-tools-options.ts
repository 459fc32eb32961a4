import type { Transport } from '@modelcontextprotocol/client'

import type { Effect } from '../../tools/effect.js'
import type { GrantTerms } from '../../tools/foreign-tool.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ForeignServerFinding } from './foreign-server-finding.js'

/** A server that is started as a child process and spoken to on its standard input and output. */
export interface McpStdioTransport {
  readonly command: string
  /** @defaultValue none */
  readonly args?: readonly string[] | undefined
  /** Added to the few variables that are safe to inherit. @defaultValue none */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** @defaultValue that of this process */
  readonly cwd?: string | undefined
  /** @defaultValue `'inherit'` */
  readonly stderr?: 'inherit' | 'ignore' | undefined
}

/** A server that listens on HTTP. */
export interface McpHttpTransport {
  readonly url: string
  /** Sent with every request; never those of a caller. @defaultValue none */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** @defaultValue the global one */
  readonly fetch?: typeof fetch | undefined
}

/** Makes a transport of the SDK; called once for every connection. */
export type McpTransportFactory = (credentials?: McpCredentials) => Transport | Promise<Transport>

/** How a foreign server is reached. */
export type McpTransport = McpStdioTransport | McpHttpTransport | McpTransportFactory

/** As whom the server is spoken to, where that is not the same for every call. Each has a connection of its own. */
export interface McpCredentials {
  /** Added to the headers of the transport. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Added to the environment of the child process. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** What the operator says of one foreign tool; a grant says it better, because it is reviewed. */
export interface ForeignToolOptions {
  /** @defaultValue `'write'`, whatever the server hints */
  readonly effect?: Effect | undefined
  /** What an error that the server reports says of the far side. @defaultValue `'in-doubt'` */
  readonly errors?: GrantTerms['errors']
  /** The path of the argument that names the effect of a call. @defaultValue none */
  readonly idempotencyKey?: string | undefined
  /** Labels a selector can name. @defaultValue none */
  readonly groups?: readonly string[] | undefined
}

/** What is read of a server at most. Whatever goes beyond is refused, not cut. */
export interface ForeignServerLimits {
  /** @defaultValue 1 000 */
  readonly maxTools: number
  /** @defaultValue 100 */
  readonly maxPages: number
  /** Of the whole list, in bytes. @defaultValue 16 MiB */
  readonly maxListBytes: number
  /** Of one result and one message, in bytes. @defaultValue 10 MiB */
  readonly maxResultBytes: number
}

/** How long things may take, in milliseconds. */
export interface ForeignServerTimes {
  /** Until the server is there and has listed its tools. @defaultValue 30 000 */
  readonly connectMs: number
  /** Of one call, without an answer and without progress. @defaultValue 60 000 */
  readonly callMs: number
  /** Of one call, whatever progress is told. @defaultValue 600 000 */
  readonly callTotalMs: number
  /** Until a child process ends by itself, before it is made to. @defaultValue 2 000 */
  readonly closeMs: number
  /** Before the second try to reach the server; doubled with every one. @defaultValue 250 */
  readonly firstRetryMs: number
  /** Between two tries at most. @defaultValue 30 000 */
  readonly lastRetryMs: number
}

/** What `mcpTools` takes. */
export interface McpToolsOptions {
  /** The server half of the tools: the operator's name for it, whatever the server calls itself. */
  readonly server: string
  readonly transport: McpTransport
  /** What the operator says of single tools, by the names the server gives them. @defaultValue nothing */
  readonly tools?: Readonly<Record<string, ForeignToolOptions>> | undefined
  /**
   * As whom a call is made; `{}` as the transport itself. Where it gives nothing, or no credentials, the call did not happen.
   * Nothing of a caller is passed on otherwise: one identity serves all tenants.
   * @defaultValue the identity of the transport
   */
  readonly credentials?:
    ((context: ToolContext) => McpCredentials | Promise<McpCredentials>) | undefined
  /** Which revision is spoken. @defaultValue `'auto'`: 2026-07-28 where the server has it, else 2025 */
  readonly protocol?: 'auto' | '2025' | '2026-07-28' | undefined
  readonly limits?: Partial<ForeignServerLimits> | undefined
  readonly times?: Partial<ForeignServerTimes> | undefined
  /** Receives what an operator should know of the server. @defaultValue a warning of the process */
  readonly report?: ((finding: ForeignServerFinding) => void) | undefined
}

/** Limits that hold where the operator sets none. */
export const defaultLimits: ForeignServerLimits = Object.freeze({
  maxTools: 1000,
  maxPages: 100,
  maxListBytes: 16 * 1024 * 1024,
  maxResultBytes: 10 * 1024 * 1024,
})

/** Times that hold where the operator sets none. */
export const defaultTimes: ForeignServerTimes = Object.freeze({
  connectMs: 30_000,
  callMs: 60_000,
  callTotalMs: 600_000,
  closeMs: 2000,
  firstRetryMs: 250,
  lastRetryMs: 30_000,
})
