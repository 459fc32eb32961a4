import type { ServerContext } from '@modelcontextprotocol/server'

import { DefinitionError } from '../../../errors/definition-error.js'
import { maxKeyBytes } from '../../../tools/key-value.js'
import { createContext, type ToolContext } from '../../../tools/tool-context.js'
import { mcpProgress, mcpTraceContext, type McpTraceContext } from '../../call-extensions.js'
import { idempotencyMetaKey } from '../../idempotency-meta-key.js'
import type { Connection, Serving } from '../serving/serving.js'
import { createProgress } from './report-progress.js'

/** A call as its client made it. */
export interface CallOfClient {
  readonly ctx: ServerContext
  readonly signal: AbortSignal
  /** Whether it has been answered. */
  readonly isEnded: () => boolean
}

/**
 * The context of one call: who calls comes from the host alone, what the request says of itself is its trace, its progress
 * token and, where the operator trusts the caller with that, its key. The id of the request is not that of the call.
 *
 * @throws ProtocolError -32602 when a trusted caller's key is none.
 */
export function toCallContext(
  serving: Serving,
  connection: Connection,
  request: CallOfClient,
): ToolContext {
  const { caller } = connection
  const { _meta: meta } = request.ctx.mcpReq
  const { callTimeoutMs } = serving.options
  const context = createContext({
    tenantId: caller.tenantId,
    principal: caller.principal,
    signal: request.signal,
    deadline: callTimeoutMs === undefined ? undefined : deadlineIn(callTimeoutMs),
    callerKey: findCallerKey(serving, connection, meta?.[idempotencyMetaKey]),
  })
  const trace = findTrace(meta)
  const traced = trace === undefined ? context : context.with(mcpTraceContext, trace)
  const progress = createProgress(request.ctx, request.isEnded)
  return progress === undefined ? traced : traced.with(mcpProgress, progress)
}

/** The last moment that a Date can tell. */
const endOfTimeMs = 8.64e15

function deadlineIn(timeoutMs: number): Date {
  return new Date(Math.min(Date.now() + timeoutMs, endOfTimeMs))
}

function findCallerKey(
  { options: { trustCallerKeys = false } }: Serving,
  { sdk, caller }: Connection,
  given: unknown,
): string | undefined {
  if (given === undefined) return undefined
  const isTrusted: unknown =
    typeof trustCallerKeys === 'boolean' ? trustCallerKeys : trustCallerKeys(caller)
  // A promise of a no would pass for a yes.
  if (typeof isTrusted !== 'boolean') throw new DefinitionError([noVerdict])
  if (!isTrusted) return undefined
  if (typeof given === 'string' && given.trim() !== '' && Buffer.byteLength(given) <= maxKeyBytes) {
    return given
  }
  throw new sdk.ProtocolError(
    sdk.ProtocolErrorCode.InvalidParams,
    `_meta["${idempotencyMetaKey}"] is no key: pass a text that is not blank, of at most ${maxKeyBytes.toString()} bytes.`,
  )
}

const noVerdict = {
  subject: 'trustCallerKeys',
  message: 'what it gave is neither true nor false.',
  fix: 'Answer at once, with true or false.',
}

/** W3C Trace Context, version 00 and later: version, trace id, parent id and flags in hex. */
const traceparent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/

function findTrace(
  meta: Readonly<Record<string, unknown>> | undefined,
): McpTraceContext | undefined {
  const parent = meta?.['traceparent']
  if (typeof parent !== 'string' || !traceparent.test(parent)) return undefined
  const { tracestate, baggage } = meta ?? {}
  return Object.freeze({
    traceparent: parent,
    ...(typeof tracestate === 'string' ? { tracestate } : {}),
    ...(typeof baggage === 'string' ? { baggage } : {}),
  })
}
