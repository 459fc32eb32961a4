import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStreamDefaultReader } from 'node:stream/web'

/**
 * A request of `node:http` as a Request, whose signal fires when its client leaves; undefined for one that is none.
 * @param taken - the body, where somebody read it before
 */
export function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  taken?: string,
): Request | undefined {
  const { method = 'GET' } = incoming
  const head = toHead(incoming)
  if (head === undefined) return undefined
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort(new Error('The client left.'))
  })
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(head, {
    signal: gone.signal,
    ...(hasBody ? { body: taken ?? Readable.toWeb(incoming), duplex: 'half' } : {}),
  })
}

/** Undefined for an address that is none, a host that would be more than one there, and a method that no Request has. */
function toHead({
  method = 'GET',
  url: path = '/',
  headers,
}: IncomingMessage): Request | undefined {
  const { host = '' } = headers
  if (/[\s/?#@\\]/.test(host) || !path.startsWith('/')) return undefined
  try {
    return new Request(`http://${host}${path}`, { method, headers: toHeaders(headers) })
  } catch {
    return undefined
  }
}

function toHeaders(given: IncomingMessage['headers']): Headers {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(given)) {
    for (const each of [value].flat()) headers.append(name, each)
  }
  return headers
}

/** Sends a response, as fast as the client takes it, and stops where the client leaves. */
export async function answerWith(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  if (reader === undefined) {
    outgoing.end()
    return
  }
  const leave = (): void => {
    reader.cancel().catch(() => undefined)
  }
  outgoing.once('close', leave)
  for (;;) {
    const { done, value } = await reader.read()
    if (done || outgoing.destroyed) break
    if (!outgoing.write(value)) await drained(outgoing)
  }
  outgoing.off('close', leave)
  outgoing.end()
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      outgoing.off('drain', go).off('close', go)
      resolve()
    }
    outgoing.once('drain', go).once('close', go)
  })
}
