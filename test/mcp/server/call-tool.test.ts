import { once } from 'node:events'

import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { mcpProgress, mcpTraceContext, type McpProgress } from '../../../src/mcp/call-extensions.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { connect, eras, later, textOf, type ConnectOptions } from './connect.js'

type Body = DefineToolOptions['call']

/** A registry of one tool, `run`, that reads. */
function running(call: Body, more: Partial<DefineToolOptions> = {}): ToolRegistry {
  const facts = { server: 'test', name: 'run', description: 'Runs.', mutates: false } as const
  return ToolRegistry.empty().register(defineTool({ ...facts, ...more, call }))
}

const sumSchema = {
  type: 'object',
  properties: { a: { type: 'integer' }, b: { type: 'integer' } },
  required: ['a'],
} as const

/** What comes to a client from now on. */
function messagesOver(transport: Awaited<ReturnType<typeof connect>>['transport']): unknown[] {
  const messages: unknown[] = []
  const { onmessage } = transport
  transport.onmessage = (message, extra) => {
    messages.push(message)
    onmessage?.(message, extra)
  }
  return messages
}

describe.each(eras)('tools/call of a %s client', (era) => {
  const call = async (registry: ToolRegistry, params: object = {}, more: ConnectOptions = {}) => {
    const { client } = await connect(registry, { era, ...more })
    return client.callTool({ name: 'run', ...params })
  }

  it.each([
    ['an object', { a: 1 }, '{"a":1}', { a: 1 }, { a: 1 }],
    ['a list', [1], '[1]', undefined, [1]],
    ['a text', 'two\nlines', 'two\nlines', undefined, undefined],
    ['nothing', null, 'null', undefined, undefined],
  ])('gives %s as text, and for programs', async (_, value, text, legacy, modern) => {
    const result = await call(running(() => value))
    expect(textOf(result)).toBe(text)
    expect(result.structuredContent).toEqual(era === 'legacy' ? legacy : modern)
  })

  it('gives what a declared schema describes as the era has it', async () => {
    const result = await call(running(() => 3, { outputSchema: { type: 'integer' } }))
    expect(result.structuredContent).toEqual(era === 'legacy' ? { result: 3 } : 3)
  })

  it.each([{}, { arguments: null }, { arguments: undefined }])(
    'takes %j for no arguments [G-020]',
    async (params) => {
      expect(
        textOf(
          await call(
            running((args) => args),
            params,
          ),
        ),
      ).toBe('{}')
    },
  )

  it('tells a model every reason why its arguments were refused, and programs too [G-015]', async () => {
    const registry = running(() => 0, { inputSchema: sumSchema })
    const result = await call(registry, { arguments: { a: 'secret', c: 1 } })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/^The arguments were refused\.\n- .+\n- /)
    expect(JSON.stringify(result)).not.toContain('secret')
    const issues = result._meta?.['dev.tallystick/issues'] as readonly { readonly path: string }[]
    expect(issues.map(({ path }) => path).sort()).toEqual(['a', 'c'])
  })

  it('tells a model what the author of a tool says of a failure', async () => {
    const registry = running(() => {
      throw new ToolFailure('The account is closed.', { disposition: 'did-not-happen' })
    })
    const result = await call(registry)
    expect(result).toMatchObject({ isError: true, content: [{ text: 'The account is closed.' }] })
    expect(result._meta).toMatchObject({
      'dev.tallystick/error': { code: 'TOOL_FAILED', disposition: 'did-not-happen' },
    })
  })

  it('masks everything else, with the reference that stands in the event of the call', async () => {
    const references: unknown[] = []
    const registry = running(() => {
      throw new Error('password hunter2')
    }).observe((event) => references.push('reference' in event && event.reference))
    const result = await call(registry)
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result)).not.toContain('hunter2')
    expect(textOf(result)).toContain(`Reference: ${String(references[0])}.`)
  })

  it('shows no output with an error, though a schema is declared [G-065]', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } } } as const
    const result = await call(running(() => ({ n: 'x' }), { outputSchema }))
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toBeUndefined()
    expect(textOf(result)).toContain('its result cannot be shown')
  })

  it.each(['other', 'test/run', 'tool://test/run', 'test__run', 'RUN', ' run'])(
    'answers -32602 to %j, which is no name here',
    async (name) => {
      await expect(
        call(
          running(() => 0),
          { name },
        ),
      ).rejects.toMatchObject({ code: -32602 })
    },
  )

  it('makes the call for whom the host says, never for whom the request names', async () => {
    const registry = running((_, { tenantId, principal }) => [tenantId, principal?.id ?? null])
    const caller = { tenantId: 'acme', principal: { id: 'ann', kind: 'person' } } as const
    const params = { _meta: { tenantId: 'evil', principal: { id: 'eve', kind: 'person' } } }
    const result = await call(registry, params, { serve: { caller } })
    expect(textOf(result)).toBe('["acme","ann"]')
  })

  it('hands on the trace of a call, and nothing that is none', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const registry = running((_, context) => ({ ...context.get(mcpTraceContext) }))
    const traced = await call(registry, { _meta: { traceparent, tracestate: 'x=1' } })
    expect(JSON.parse(textOf(traced))).toEqual({ traceparent, tracestate: 'x=1' })
    expect(textOf(await call(registry, { _meta: { traceparent: 'evil' } }))).toBe('{}')
  })

  it('reports progress to who asks for it, as long as it grows', async () => {
    const registry = running((_, context) => {
      for (const progress of [1, 1, 0, 2]) context.get(mcpProgress)?.({ progress, total: 2 })
      return context.get(mcpProgress) !== undefined
    })
    const { client } = await connect(registry, { era })
    const seen: number[] = []
    const onprogress = ({ progress }: { progress: number }) => seen.push(progress)
    const asked = await client.callTool({ name: 'run' }, { onprogress })
    expect([textOf(asked), seen]).toEqual(['true', [1, 2]])
    expect(textOf(await client.callTool({ name: 'run' }))).toBe('false')
  })

  it('sends no progress once the call has ended', async () => {
    const kept = later<((progress: McpProgress) => void) | undefined>()
    const registry = running((_, context) => {
      kept.resolve(context.get(mcpProgress))
      return 0
    })
    const { client, transport } = await connect(registry, { era })
    await client.callTool({ name: 'run' }, { onprogress: () => undefined })
    const messages = messagesOver(transport)
    const report = await kept.promise
    report?.({ progress: 5 })
    // Messages come in order: what the report sent would have come before the answer.
    await client.request({ method: 'tools/list', params: {} })
    expect([report === undefined, messages.length]).toEqual([false, 1])
  })

  it('cancels the call that its caller cancels, and answers nothing then [G-057]', async () => {
    const cancelled = later<string>()
    const started = later<undefined>()
    const registry = running(async (_, { signal }) => {
      signal.addEventListener('abort', () => cancelled.resolve('cancelled'))
      started.resolve(undefined)
      await cancelled.promise
    })
    const { client, transport, serving } = await connect(registry, { era })
    const stop = new AbortController()
    const calling = client.callTool({ name: 'run' }, { signal: stop.signal })
    calling.catch(() => undefined)
    await started.promise
    const messages = messagesOver(transport)
    stop.abort()
    await expect(calling).rejects.toThrow('AbortError: This operation was aborted')
    expect(await cancelled.promise).toBe('cancelled')
    // An answer to the call, which has ended, would have come before the one to this.
    await serving.calls.drain(10_000)
    await client.request({ method: 'tools/list', params: {} })
    expect(messages).toHaveLength(1)
  })

  it(`${era === 'modern' ? 'cancels' : 'does not cancel'} calls when the connection is lost`, async () => {
    const started = later<AbortSignal>()
    const registry = running(async (_, { signal }) => {
      started.resolve(signal)
      await once(signal, 'abort')
    })
    const { client, served, serving } = await connect(registry, { era })
    client.callTool({ name: 'run' }).catch(() => undefined)
    const signal = await started.promise
    await client.close()
    // The SDK has told all of its calls by the time it tells of the end.
    await served.closed
    expect(signal.aborted).toBe(era === 'modern')
    // Not cancelled by the loss, and cancelled by the server: it was the signal that counts.
    await serving.calls.drain(0)
    expect(signal.aborted).toBe(true)
  })

  it('ends a call that takes longer than the operator lets it', async () => {
    const registry = running(() => new Promise<never>(() => undefined))
    const result = await call(registry, {}, { serve: { callTimeoutMs: 20 } })
    expect(result._meta).toMatchObject({ 'dev.tallystick/error': { code: 'TIMED_OUT' } })
  })
})

describe('the key of a caller', () => {
  const meta = (key: unknown) => ({ _meta: { 'dev.tallystick/idempotency-key': key } })
  const callTwice = async (serve: ConnectOptions['serve'], first = 'k', second = first) => {
    let count = 0
    const registry = running(() => (count += 1), { mutates: true })
    const layered = registry.layer(new IdempotencyLayer(memoryJournal()))
    const { client } = await connect(layered, { serve })
    await client.callTool({ name: 'run', ...meta(first) })
    const { _meta } = await client.callTool({ name: 'run', ...meta(second) })
    return { count, isDeduplicated: _meta?.['dev.tallystick/deduplicated'] }
  }

  it('is not looked at unless the operator trusts its caller', async () => {
    expect(await callTwice({})).toMatchObject({ count: 2 })
    expect(await callTwice({ trustCallerKeys: () => false })).toMatchObject({ count: 2 })
  })

  it('makes two calls one where the operator trusts its caller', async () => {
    const once = { count: 1, isDeduplicated: true }
    expect(await callTwice({ trustCallerKeys: true })).toEqual(once)
    expect(await callTwice({ trustCallerKeys: () => true })).toEqual(once)
    expect(await callTwice({ trustCallerKeys: true }, 'a', 'b')).toMatchObject({ count: 2 })
  })

  it('is masked, and reported, where the operator fails to say whether to trust it', async () => {
    const reported: unknown[] = []
    const serve = {
      trustCallerKeys: () => {
        throw new Error('db password is hunter2')
      },
      onError: (error: unknown) => reported.push(error),
    }
    const { client } = await connect(
      running(() => 0),
      { serve },
    )
    const result = await client.callTool({ name: 'run', ...meta('k') })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/^The call could not be completed\. Reference: /)
    expect(reported).toMatchObject([{ message: 'db password is hunter2' }])
  })

  it.each(['', '  ', 7, 'x'.repeat(513)])('is refused where it is none: %j', async (key) => {
    const { client } = await connect(
      running(() => 0),
      { serve: { trustCallerKeys: true } },
    )
    const calling = client.callTool({ name: 'run', ...meta(key) })
    await expect(calling).rejects.toMatchObject({ code: -32602 })
  })
})
