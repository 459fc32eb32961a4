import { describe, expect, it } from 'vitest'

import { limitedFetch } from '../../../src/mcp/client/transport/limited-fetch.js'

/** Reads an answer of these chunks through a limit of 40 bytes. */
async function read(chunks: readonly string[], type = 'text/event-stream'): Promise<string> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk))
      controller.close()
    },
  })
  const response = new Response(body, { headers: { 'content-type': type } })
  const limited = limitedFetch(() => Promise.resolve(response), {
    maxBytes: 40,
    onTooLong: () => undefined,
  })
  return (await limited('http://localhost/')).text()
}

const times = (chunks: readonly string[]): readonly string[] =>
  Array.from({ length: 20 }, () => chunks).flat()

describe('limitedFetch', () => {
  it.each([
    ['whole', ['data: x\n\n']],
    ['cut before the empty line', ['data: x\n', '\n']],
    ['cut within CRLF', ['data: x\r', '\n', '\r', '\n']],
    ['with an empty chunk', ['data: x\n', '', '\n']],
    ['with CR alone', ['data: x\r', '\r']],
  ])('takes events without end that are short each: %s', async (_, chunks) => {
    const events = times(chunks)
    expect(await read(events)).toBe(events.join(''))
  })

  it.each([
    ['one event', 'text/event-stream', ['data: ', ...times(['xxx'])]],
    ['one event of many lines', 'text/event-stream', times(['data: x\n'])],
    ['anything else', 'application/json', times(['x\n', '\n'])],
  ])('ends what is longer with an error: %s', async (_, type, chunks) => {
    await expect(read(chunks, type)).rejects.toThrow('a message is longer than 40 bytes.')
  })
})
