import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

import { toRequest } from '../../mcp/server/http/node-exchange.js'

/** What stands behind a request and a response of Nest, whichever server it runs on. */
export interface TakenOver {
  readonly outgoing: ServerResponse
  readonly toWebRequest: () => Request
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

/** Takes an exchange over from Nest, which then writes nothing itself. */
export function takeOver(request: object, response: object): TakenOver {
  const incoming =
    'raw' in request ? (request.raw as IncomingMessage) : (request as IncomingMessage)
  const outgoing = isReply(response) ? release(response) : (response as ServerResponse)
  return {
    outgoing,
    toWebRequest: () => {
      const web = toRequest(incoming, outgoing, bodyOf(incoming, request))
      if (web !== undefined) return web
      throw new Error('The address of the request is none.')
    },
  }
}

function isReply(response: object): response is FastifyReply {
  return 'hijack' in response && 'raw' in response
}

/** The headers that hooks and plugins set go with whoever writes the response. */
function release(reply: FastifyReply): ServerResponse {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  return reply.raw
}

/** What a body parser has read already; undefined where the stream is still to be read. */
function bodyOf(incoming: IncomingMessage, { body, rawBody }: ParsedRequest): string | undefined {
  if (!incoming.readableDidRead) return undefined
  if (Buffer.isBuffer(rawBody)) return rawBody.toString()
  if (Buffer.isBuffer(body)) return body.toString()
  if (typeof body === 'string') return body
  return body === undefined ? '' : JSON.stringify(body)
}
