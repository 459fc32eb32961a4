/** How much of an answer is taken. */
export interface FetchLimit {
  readonly maxBytes: number
  /** Told when an answer was longer. */
  readonly onTooLong: () => void
}

/**
 * A `fetch` whose answers end in an error when they are longer than allowed: of a stream of events every event, of
 * anything else the whole.
 */
export function limitedFetch(base: typeof fetch, limit: FetchLimit): typeof fetch {
  return async (input, init) => {
    const response = await base(input, init)
    if (response.body === null) return response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const body = response.body.pipeThrough(isStream ? limitEvents(limit) : limitWhole(limit))
    const { status, statusText, headers } = response
    return new Response(body, { status, statusText, headers })
  }
}

function limitWhole(limit: FetchLimit): TransformStream<Uint8Array, Uint8Array> {
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.length
      if (length > limit.maxBytes) refuse(controller, limit)
      else controller.enqueue(chunk)
    },
  })
}

/** An empty line ends an event, however the lines end. */
const eventEnds = ['\n\n', '\n\r', '\r\r']

/** The count starts anew behind the last end of an event, which may stand in two chunks. */
function limitEvents(limit: FetchLimit): TransformStream<Uint8Array, Uint8Array> {
  let length = 0
  let last: Uint8Array = new Uint8Array()
  return new TransformStream({
    transform(chunk, controller) {
      const text = Buffer.concat([last, chunk])
      const end = Math.max(...eventEnds.map((ending) => text.lastIndexOf(ending)))
      length = end === -1 ? length + chunk.length : text.length - end
      last = text.subarray(-1)
      if (length > limit.maxBytes) refuse(controller, limit)
      else controller.enqueue(chunk)
    },
  })
}

function refuse(
  controller: TransformStreamDefaultController,
  { maxBytes, onTooLong }: FetchLimit,
): void {
  controller.error(new RangeError(`a message is longer than ${maxBytes.toString()} bytes.`))
  onTooLong()
}
