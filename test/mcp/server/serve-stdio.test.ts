import { PassThrough } from 'node:stream'

import { describe, expect, it } from 'vitest'

import { serveStdio, type ServeStdioOptions } from '../../../src/mcp/server/stdio/serve-stdio.js'
import { registryOf, tool } from '../../registry/tools.js'
import { later } from './connect.js'

interface Message {
  readonly id: number
  readonly result: { readonly _meta?: object; readonly content?: readonly object[] }
}

const initialize = {
  ...{ id: 1, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'test', version: '1' },
  },
}
const call = (id: number) => ({ id, method: 'tools/call', params: { name: 'order' } })

/** A server of one tool on streams of this process. */
async function start(body: () => unknown, options: ServeStdioOptions = {}) {
  const [stdin, protocol] = [new PassThrough(), new PassThrough()]
  let released = 0
  const stdout = { protocol, release: () => (released += 1) }
  const serving = await serveStdio(registryOf(tool({ call: body })), { ...options, stdin, stdout })
  const send = (message: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const messages = () =>
    String(protocol.read() ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Message)
  return { serving, stdin, send, messages, released: () => released }
}

const cancelled = (disposition: string) => ({
  'dev.tallystick/error': { code: 'CANCELLED', disposition, retryable: false },
})

describe('serveStdio at the end of its input', () => {
  it('cancels what takes longer than drainMs, and says that it is in doubt', async () => {
    const started = later<undefined>()
    const body = () => {
      started.resolve(undefined)
      return new Promise(() => undefined)
    }
    const { serving, stdin, send, messages, released } = await start(body, { drainMs: 0 })
    send(initialize)
    send(call(2))
    await started.promise
    stdin.end()
    await serving.closed
    expect(messages().at(-1)).toMatchObject({ id: 2, result: { _meta: cancelled('in-doubt') } })
    expect(released()).toBe(1)
  })

  it('takes no more calls once it ends, and says that they did not happen', async () => {
    const [started, going] = [later<undefined>(), later<string>()]
    let runs = 0
    const body = () => {
      runs += 1
      started.resolve(undefined)
      return going.promise
    }
    const { serving, send, messages } = await start(body)
    send(initialize)
    send(call(2))
    await started.promise
    const closing = serving.close()
    await new Promise((turn) => setImmediate(turn))
    send(call(3))
    await expect.poll(() => runs).toBe(1)
    await new Promise((turn) => setImmediate(turn))
    going.resolve('done')
    await closing
    const late = messages().find(({ id }) => id === 3)
    expect(late?.result._meta).toMatchObject(cancelled('did-not-happen'))
    expect(runs).toBe(1)
  })
})
