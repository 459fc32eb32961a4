import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

import { BadRequestException } from '@nestjs/common'

import { toRequest } from '../../mcp/server/http/node-exchange.js'

/** An exchange that Nest has handed over, whichever server it runs on. */
export interface TakenOver {
  readonly outgoing: ServerResponse
  readonly webRequest: Request
}

/** What Fastify wraps; Express adds to the objects of Node instead. */
interface FastifyReply {
  readonly raw: ServerResponse
  readonly getHeaders: () => OutgoingHttpHeaders
  readonly hijack: () => unknown
}

interface ParsedRequest {
  readonly body?: unknown
  /** What an application created with `rawBody: true` keeps. */
  readonly rawBody?: unknown
}

/**
 * Takes an exchange over from Nest, which then writes nothing itself.
 * @throws BadRequestException, which is Nest's to answer, for what is no request that could be handed on.
 */
export function takeOver(request: object, response: object): TakenOver {
  const incoming =
    'raw' in request ? (request.raw as IncomingMessage) : (request as IncomingMessage)
  const outgoing = isReply(response) ? response.raw : (response as ServerResponse)
  const webRequest = findRequest(incoming, outgoing, request)
  if (webRequest === undefined) {
    throw new BadRequestException('The method or the host of the request is none. Send another.')
  }
  if (isReply(response)) release(response)
  return { outgoing, webRequest }
}

function findRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  parsed: ParsedRequest,
): Request | undefined {
  try {
    return toRequest(incoming, outgoing, bodyOf(incoming, parsed))
  } catch {
    return undefined
  }
}

function isReply(response: object): response is FastifyReply {
  return 'hijack' in response && 'raw' in response
}

/** The headers that hooks and plugins set go with whoever writes the response. */
function release(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
}

/** What a body parser has read already; undefined where the stream is still to be read. */
function bodyOf(incoming: IncomingMessage, { body, rawBody }: ParsedRequest): string | undefined {
  if (!incoming.readableDidRead) return undefined
  if (Buffer.isBuffer(rawBody)) return rawBody.toString()
  if (Buffer.isBuffer(body)) return body.toString()
  if (typeof body === 'string') return body
  return body === undefined ? '' : JSON.stringify(body)
}
