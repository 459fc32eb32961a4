import { randomUUID } from 'node:crypto'

import type {
  AuthInfo,
  JSONRPCMessage,
  McpServer,
  Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

import { createMcpServer } from '../call/mcp-server.js'
import { OpenRequests } from '../serving/open-requests.js'
import type { McpCaller } from '../serving/serve-options.js'
import type { ServerSdk } from '../serving/server-sdk.js'
import type { Serving } from '../serving/serving.js'
import { fromAuthInfo } from './caller-auth.js'
import { EventLog } from './event-log.js'
import { refusal } from './refusal.js'
import { findPlaceFor, isSameCaller, type HeldPlace } from './session-room.js'

/** A request of 2025, as the protocol takes it. */
export interface LegacyRequest {
  readonly request: Request
  readonly parsedBody: unknown
  readonly authInfo: AuthInfo
}

/** How sessions are kept. */
export interface SessionsSpec {
  readonly serving: Serving
  readonly sdk: ServerSdk
  readonly maxSessions: number
  readonly idleMs: number
  readonly maxBodyBytes: number | undefined
}

interface Session extends HeldPlace {
  readonly mcp: McpServer
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Until the request that begins it is taken in. */
  isBeginning: boolean
  usedAtMs: number
}

/**
 * The sessions of clients of 2025: what lets a server ask its client in the middle of a call, tell it of other tools, and
 * send the rest of an answer whose stream broke off. They live in this process and no longer than it.
 */
export class Sessions {
  readonly #spec: SessionsSpec
  readonly #sessions = new Map<string, Session>()

  constructor(spec: SessionsSpec) {
    this.#spec = spec
  }

  /** Answers a request that is part of a session or begins one; undefined for any other. */
  async answer(legacy: LegacyRequest): Promise<Response | undefined> {
    const { request, parsedBody, authInfo } = legacy
    const isOther = request.method === 'POST' && parsedBody === undefined
    if (isOther || !(await this.#spec.sdk.isLegacyRequest(request, parsedBody))) return undefined
    this.#endIdle()
    const id = request.headers.get('mcp-session-id')
    if (id === null) return this.#begins(parsedBody) ? this.#begin(legacy) : undefined
    const session = this.#sessions.get(id)
    const { caller } = fromAuthInfo(authInfo)
    // One wording, so that nobody learns which sessions others have.
    if (session === undefined || !isSameCaller(session.owner, caller)) {
      return refusal(404, 'Session not found')
    }
    session.usedAtMs = Date.now()
    return session.transport.handleRequest(request, { parsedBody, authInfo })
  }

  /** Tells every client that other tools are granted. */
  toolsChanged(): void {
    for (const { mcp } of this.#sessions.values()) {
      mcp.server.sendToolListChanged().catch(this.#spec.serving.report)
    }
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(sessions.map(({ mcp }) => mcp.close()))
  }

  #begins(parsedBody: unknown): boolean {
    return [parsedBody].flat().some((message) => this.#spec.sdk.isInitializeRequest(message))
  }

  async #begin({ request, parsedBody, authInfo }: LegacyRequest): Promise<Response> {
    const session = await this.#create(fromAuthInfo(authInfo).caller)
    const { mcp, transport } = session
    const response = await transport.handleRequest(request, { parsedBody, authInfo })
    session.isBeginning = false
    const { sessionId } = transport
    if (sessionId !== undefined && this.#sessions.has(sessionId)) return response
    await mcp.close()
    // What is refused has no session, and what has none otherwise found no room.
    return sessionId === undefined ? response : refusal(503, 'Too many sessions')
  }

  async #create(owner: McpCaller): Promise<Session> {
    const { serving, sdk, maxBodyBytes } = this.#spec
    const mcp = createMcpServer(serving, sdk, {
      era: 'legacy',
      isToldOfChanges: true,
      callerOf: ({ http }) => fromAuthInfo(http?.authInfo),
    })
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new EventLog(),
      // Only now it is sure that there will be one, and nothing is waited for from here on.
      onsessioninitialized: (id) => {
        if (this.#makeRoom(owner)) this.#sessions.set(id, session)
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
      ...(maxBodyBytes === undefined ? {} : { maxRequestBodySize: maxBodyBytes }),
    })
    transport.onerror = serving.report
    await mcp.connect(transport)
    const requests = watchRequests(transport)
    const session: Session = {
      ...{ mcp, transport, owner, isBeginning: true, usedAtMs: Date.now() },
      get isIdle() {
        return !this.isBeginning && requests.size === 0
      },
    }
    return session
  }

  #endIdle(): void {
    const latestMs = Date.now() - this.#spec.idleMs
    for (const session of this.#sessions.values()) {
      if (session.usedAtMs < latestMs && session.isIdle) this.#end(session)
    }
  }

  /** Makes room for one more of a caller, as far as that is possible without cutting a call off. */
  #makeRoom(caller: McpCaller): boolean {
    if (this.#sessions.size < this.#spec.maxSessions) return true
    const ending = findPlaceFor(caller, [...this.#sessions.values()])
    if (ending === undefined) return false
    this.#end(ending)
    return true
  }

  #end({ mcp, transport }: Session): void {
    this.#sessions.delete(transport.sessionId ?? '')
    mcp.close().catch(this.#spec.serving.report)
  }
}

/** The requests over a transport that is connected already. */
function watchRequests(transport: Transport): OpenRequests {
  const requests = new OpenRequests()
  const { onmessage } = transport
  const send = transport.send.bind(transport)
  transport.onmessage = (message: JSONRPCMessage, extra) => {
    requests.received(message)
    onmessage?.(message, extra)
  }
  transport.send = (message, options) => {
    requests.sent(message)
    return send(message, options)
  }
  return requests
}
