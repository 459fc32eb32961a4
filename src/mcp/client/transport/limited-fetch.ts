/**
 * A `fetch` whose answers end in an error when they are longer than allowed: of a stream of events every event, of
 * anything else the whole.
 */
export function limitedFetch(base: typeof fetch, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await base(input, init)
    if (response.body === null) return response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const body = response.body.pipeThrough(isStream ? limitEvents(maxBytes) : limitWhole(maxBytes))
    const { status, statusText, headers } = response
    return new Response(body, { status, statusText, headers })
  }
}

function limitWhole(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.length
      if (length > maxBytes) controller.error(tooLong(maxBytes))
      else controller.enqueue(chunk)
    },
  })
}

/** An empty line ends an event, so the count starts anew behind the last one of each chunk. */
function limitEvents(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const end = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n'))
      length = end === -1 ? length + chunk.length : chunk.length - end
      if (length > maxBytes) controller.error(tooLong(maxBytes))
      else controller.enqueue(chunk)
    },
  })
}

function tooLong(maxBytes: number): RangeError {
  return new RangeError(`a message is longer than ${maxBytes.toString()} bytes.`)
}
