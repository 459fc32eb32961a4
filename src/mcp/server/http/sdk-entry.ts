import type { AuthInfo, McpHttpHandler, McpServerFactory } from '@modelcontextprotocol/server'

import { createMcpServer } from '../call/mcp-server.js'
import type { ServerSdk } from '../serving/server-sdk.js'
import type { Serving } from '../serving/serving.js'
import { fromAuthInfo } from './caller-auth.js'
import { readSessions, type McpSessionOptions } from './session-options.js'
import { Sessions } from './sessions.js'

/** A request that may go on to the protocol. */
export interface AdmittedRequest {
  readonly request: Request
  /** Its body as JSON, where it has one. */
  readonly parsedBody?: unknown
  readonly authInfo: AuthInfo
}

/** The protocol over HTTP, as the SDK speaks it. */
export interface SdkEntry {
  fetch(admitted: AdmittedRequest): Promise<Response>
  toolsChanged(): void
  close(): Promise<void>
}

/** What of the options counts here. */
export interface SdkEntryOptions {
  readonly maxBodyBytes?: number | undefined
  readonly sessions?: boolean | McpSessionOptions | undefined
}

/** From 2026-07-28 on each request stands for itself, and so do those of 2025 unless sessions are kept. */
export async function createSdkEntry(
  serving: Serving,
  options: SdkEntryOptions,
): Promise<SdkEntry> {
  const sdk = await serving.loadSdk()
  const handler = createStateless(serving, sdk, options)
  const sessions = createSessions(serving, sdk, options)
  return {
    fetch: async ({ request, parsedBody, authInfo }) => {
      const inSession = await sessions?.answer({ request, parsedBody, authInfo })
      return inSession ?? handler.fetch(request, { authInfo, parsedBody })
    },
    toolsChanged: () => {
      sessions?.toolsChanged()
      handler.notify.toolsChanged()
    },
    close: async () => {
      await sessions?.close()
      await handler.close()
    },
  }
}

function createStateless(
  serving: Serving,
  sdk: ServerSdk,
  { maxBodyBytes }: SdkEntryOptions,
): McpHttpHandler {
  const create: McpServerFactory = ({ era, authInfo }) =>
    createMcpServer(serving, sdk, {
      era,
      // Between the requests of the revisions of 2025 nothing is kept that could be told.
      isToldOfChanges: era === 'modern',
      callerOf: ({ http }) => fromAuthInfo(http?.authInfo),
      view: fromAuthInfo(authInfo).view,
    })
  return sdk.createMcpHandler(create, {
    onerror: serving.report,
    ...(maxBodyBytes === undefined ? {} : { maxRequestBodySize: maxBodyBytes }),
  })
}

function createSessions(
  serving: Serving,
  sdk: ServerSdk,
  { maxBodyBytes, sessions }: SdkEntryOptions,
): Sessions | undefined {
  const limits = readSessions(sessions)
  return limits && new Sessions({ serving, sdk, maxBodyBytes, ...limits })
}
