import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { OpenCalls } from '../../../registry/call/open-calls.js'
import type { Serving } from '../serving/serving.js'
import { assertDrainMs, type McpListenOptions } from './listen-options.js'
import { answerWith, toRequest } from './node-exchange.js'
import { refusal } from './refusal.js'

/** A port that is listened on. */
export interface McpListener {
  readonly url: string
  readonly port: number
  /**
   * Takes no more requests and waits for those that run.
   * @param drainMs how long, in milliseconds, before they are cancelled; 10 seconds when left out
   * @throws DefinitionError for a `drainMs` that is none; nothing is closed then.
   */
  readonly close: (drainMs?: number) => Promise<void>
}

/** What is listened for. */
export interface ListenedHandler {
  readonly fetch: (request: Request) => Promise<Response>
  readonly serving: Serving
  /** Those that come through here. */
  readonly calls: OpenCalls
  readonly allowHost: (host: string) => void
}

/** Listens with `node:http`; rejects with the error of the port where it cannot be had. */
export async function listenOn(
  { fetch, serving, calls, allowHost }: ListenedHandler,
  { port = 0, host = '127.0.0.1', path = '/mcp' }: McpListenOptions,
): Promise<McpListener> {
  const server = createServer((incoming, outgoing) => {
    exchange({ incoming, outgoing }, path, fetch).catch((error: unknown) => {
      serving.report(error)
      outgoing.destroy()
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  allowHost(host)
  const { port: bound } = server.address() as AddressInfo
  const shownHost = host.includes(':') ? `[${host}]` : host
  return Object.freeze<McpListener>({
    url: `http://${shownHost}:${bound.toString()}${path}`,
    port: bound,
    close: async (drainMs = 10_000) => {
      assertDrainMs(drainMs)
      await stop(server, calls, drainMs)
    },
  })
}

async function stop(server: Server, calls: OpenCalls, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve()
    })
  })
  await calls.drain(drainMs)
  // Answers are on their way; a stream that only listens would never end.
  server.closeIdleConnections()
  const timer = setTimeout(() => {
    server.closeAllConnections()
  }, lingerMs)
  await closed
  clearTimeout(timer)
}

const lingerMs = 250

async function exchange(
  pair: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse },
  path: string,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const { incoming, outgoing } = pair
  const request = toRequest(incoming, outgoing)
  await answerWith(outgoing, await answer(request, path, fetch))
  // What was not read of a refused body must not hold the connection.
  if (!incoming.complete) incoming.destroy()
}

async function answer(
  request: Request | undefined,
  path: string,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request === undefined) return refusal(400, 'Bad request')
  return new URL(request.url).pathname === path ? fetch(request) : refusal(404, 'Not found')
}
