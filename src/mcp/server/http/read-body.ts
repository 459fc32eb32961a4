import { refusal } from './refusal.js'

/** What a request carries. */
export type RequestBody =
  | { readonly status: 'absent' }
  /** `head` is the request without what was read of it. */
  | { readonly status: 'read'; readonly json: unknown; readonly head: Request }
  | { readonly status: 'refused'; readonly response: Response }

const fourMebibytes = 4 * 1024 * 1024

/** Reads the body of a POST as JSON, and no more of it than the limit. */
export async function readBody(request: Request, maxBytes = fourMebibytes): Promise<RequestBody> {
  if (request.method !== 'POST' || !isJson(request)) return { status: 'absent' }
  const text = await readText(request, maxBytes)
  if (text === undefined) return { status: 'refused', response: tooLarge(maxBytes) }
  const json = parse(text)
  if (json === undefined) return { status: 'refused', response: refusal(400, 'Parse error') }
  const { url, method, headers, signal } = request
  return { status: 'read', json, head: new Request(url, { method, headers, signal }) }
}

/** What is of another type is left to the SDK to refuse. */
function isJson({ headers }: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')
}

/** Undefined for more than the limit. A stated length over it is refused without reading. */
async function readText({ headers, body }: Request, maxBytes: number): Promise<string | undefined> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function tooLarge(maxBytes: number): Response {
  return refusal(413, `The request is larger than ${maxBytes.toString()} bytes`)
}
