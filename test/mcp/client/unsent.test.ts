import * as sdk from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'

import { RetryLayer, ToolRegistry } from '../../../src/index.js'
import { isUnsent } from '../../../src/mcp/client/call/is-unsent.js'
import { mcpTools } from '../../../src/mcp/client/mcp-tools.js'
import { createServer, object, serve, text } from './servers.js'

const socketError = (code: string, facts: object = {}) =>
  Object.assign(new Error(code), { code, ...facts })

const at = (syscall: string, code: string) => socketError(code, { syscall })

const failed = (cause: Error) => new TypeError('fetch failed', { cause })

const attempts = (...errors: Error[]) =>
  Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' })

describe('a request that failed', () => {
  it.each<[string, Error]>([
    ['that is refused', at('connect', 'ECONNREFUSED')],
    ['to a host that nobody reaches', at('connect', 'EHOSTUNREACH')],
    ['that timed out', at('connect', 'ETIMEDOUT')],
    ['to a name that nobody has', at('getaddrinfo', 'ENOTFOUND')],
    ['that fetch gave up', socketError('UND_ERR_CONNECT_TIMEOUT')],
    ['to several addresses, all refused', attempts(at('connect', 'ECONNREFUSED'))],
  ])('was not sent over a connection %s', (_, error) => {
    expect(isUnsent(sdk, failed(error))).toBe(true)
    expect(isUnsent(sdk, failed(new Error('wrapped', { cause: error })))).toBe(true)
  })

  it('was not sent where the client has no connection', () => {
    expect(isUnsent(sdk, new sdk.SdkError(sdk.SdkErrorCode.NotConnected, 'x'))).toBe(true)
  })

  it.each<[string, Error]>([
    ...['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'].flatMap(
      (code): [string, Error][] => [
        [`read ${code}`, at('read', code)],
        [`write ${code}`, at('write', code)],
        [`${code} of no step`, socketError(code)],
      ],
    ),
    ['UND_ERR_SOCKET', socketError('UND_ERR_SOCKET')],
    ['one attempt of several', attempts(at('connect', 'ECONNREFUSED'), at('read', 'ECONNRESET'))],
    ['attempts of which nothing is known', attempts()],
    ['the words of another layer', new Error('x', { cause: new Error('Not connected') })],
  ])('may have been sent where all that is known is %s', (_, error) => {
    expect(isUnsent(sdk, failed(error))).toBe(false)
    expect(isUnsent(sdk, error)).toBe(false)
  })

  it('may have been sent where a later step failed because of an earlier one', () => {
    const error = Object.assign(at('read', 'EIO'), { cause: at('connect', 'ECONNREFUSED') })
    expect(isUnsent(sdk, failed(error))).toBe(false)
  })
})

describe('a write whose connection broke while its answer was read', () => {
  it('ran once and is in doubt, whatever is tried again', async () => {
    const served = serve([{ name: 'act', inputSchema: object, answer: () => text('done') }])
    const handler = createMcpHandler(() => createServer(served))
    const unreachable = failed(at('read', 'EHOSTUNREACH'))
    const fetchBroken: typeof fetch = async (input, init) => {
      const response = await handler.fetch(new Request(input, init))
      if (!JSON.stringify(init?.body).includes('tools/call')) return response
      await response.text()
      throw unreachable
    }
    const transport = { url: 'http://far.test/mcp', fetch: fetchBroken }
    const tools = await mcpTools({ server: 'far', transport, report: () => undefined })
    const registry = ToolRegistry.empty()
      .register(...tools)
      .layer(new RetryLayer({ baseDelayMs: 1 }))
    await expect(registry.dispatch('far/act', {})).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      disposition: 'in-doubt',
      retryable: false,
    })
    expect(served.calls).toHaveLength(1)
    await tools.close()
  })
})
