import { afterEach, describe, expect, it, vi } from 'vitest'

import type { ToolError } from '../../../src/errors/tool-error.js'
import { createContext, ToolRegistry, type ToolOutcome } from '../../../src/index.js'
import { IdempotencyLayer, memoryJournal } from '../../../src/journal/index.js'
import type { McpToolsOptions } from '../../../src/mcp/client/mcp-tools-options.js'
import { mcpProgress } from '../../../src/mcp/call-extensions.js'
import { RpcError, scripted, type Script } from './scripted-server.js'
import { connect, object } from './servers.js'

type Options = Partial<McpToolsOptions>

afterEach(() => void vi.useRealTimers())

async function registryOf(script: Script, options: Options = {}) {
  const server = scripted(script)
  const { tools, findings } = await connect(server, options)
  return { registry: ToolRegistry.empty().register(...tools), server, findings, tools }
}

async function outputOf(result: unknown, listed: object = {}): Promise<unknown> {
  const tools = [{ name: 'act', inputSchema: object, ...listed }]
  const { registry } = await registryOf({ list: () => ({ tools }), call: () => result })
  const outcome = await registry.dispatch('far/act', {})
  return outcome.status === 'output' ? outcome.value : outcome
}

async function failureOf(call: Script['call'], options: Options = {}): Promise<ToolError> {
  const { registry } = await registryOf({ call: call ?? (() => undefined) }, options)
  return registry.dispatch('far/act', {}).then(unexpected, (error: unknown) => error as ToolError)
}

function unexpected(outcome: ToolOutcome): never {
  throw new Error(`unexpected: ${JSON.stringify(outcome)}`)
}

const blocks = (...content: object[]) => ({ content })
const said = (text: string) => ({ type: 'text', text })
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
const promised = {
  outputSchema: { ...object, properties: { a: { type: 'number' } }, required: ['a'] },
}

describe('the output of a foreign tool', () => {
  it.each([
    ['the text of a result that is one text', blocks(said('done')), 'done'],
    ['null for a result without anything', blocks(), null],
    ['null for a result without content', {}, null],
    [
      'structured content where there is some',
      { ...blocks(said('x')), structuredContent: { a: 1 } },
      { a: 1 },
    ],
    ['structured content without any blocks', { structuredContent: [1] }, [1]],
    [
      'all blocks where there are several',
      blocks(said('a'), said('b')),
      blocks(said('a'), said('b')),
    ],
    ['blocks of every kind', blocks(image), blocks(image)],
    [
      'structured content and an image beside it',
      { ...blocks(image), structuredContent: 1 },
      { structuredContent: 1, content: [image] },
    ],
  ])('is %s', async (_, result, output) => {
    expect(await outputOf(result)).toEqual(output)
  })

  it('leaves out _meta and icons, which nobody reviewed', async () => {
    const link = { type: 'resource_link', uri: 'file:///a', name: 'a' }
    const resource = { type: 'resource', resource: { uri: 'file:///b', text: 'b' } }
    const dressed = [
      { ...link, icons: [{ src: 'x' }], _meta: { secret: 1 } },
      { ...resource, resource: { ...resource.resource, _meta: { secret: 2 } } },
    ]
    expect(await outputOf({ content: dressed, _meta: { top: 1 } })).toEqual(blocks(link, resource))
  })

  it('is read from the text of a server that knows no structured content', async () => {
    expect(await outputOf(blocks(said('{"a":2}')), promised)).toEqual({ a: 2 })
  })

  it.each([
    ['structured content', { structuredContent: { a: 'no' } }],
    ['a text', blocks(said('sure'))],
    ['nothing', blocks()],
  ])('is OUTPUT_INVALID, landed, where %s breaks what was promised', async (_, result) => {
    const failure = outputOf(result, promised)
    await expect(failure).rejects.toMatchObject({ code: 'OUTPUT_INVALID', disposition: 'landed' })
  })
})

describe('an error that a foreign tool reports', () => {
  const isError = { ...blocks(said('no such account')), isError: true }

  it('fails the call in doubt, in the words of the tool', async () => {
    const failure = await failureOf(() => isError)
    expect(failure).toMatchObject({
      code: 'TOOL_FAILED',
      disposition: 'in-doubt',
      retryable: false,
    })
    expect(failure.modelText).toBe('no such account')
  })

  it('did not happen where the operator says that errors mean that', async () => {
    const tools = { act: { errors: 'did-not-happen' } } as const
    expect(await failureOf(() => isError, { tools })).toMatchObject({
      disposition: 'did-not-happen',
    })
  })

  it('did not happen where the tool is a read', async () => {
    const tools = { act: { effect: 'read' } } as const
    expect(await failureOf(() => isError, { tools })).toMatchObject({
      disposition: 'did-not-happen',
    })
  })

  it.each<[string, object, string]>([
    [
      'structured content alone',
      { content: [], structuredContent: { code: 'BUSY' } },
      '{"code":"BUSY"}',
    ],
    ['structured content and no blocks', { structuredContent: { a: 1 } }, '{"a":1}'],
    ['both', { ...blocks(said('no')), structuredContent: { a: 1 } }, 'no\n{"a":1}'],
    [
      'both, the same in both',
      { ...blocks(said('{"a":1}')), structuredContent: { a: 1 } },
      '{"a":1}',
    ],
  ])('keeps what it says in %s [G-059]', async (_, result, words) => {
    const failure = await failureOf(() => ({ ...result, isError: true }))
    expect([failure.code, failure.modelText]).toEqual(['TOOL_FAILED', words])
  })

  it('is never kept as the outcome of its key [G-059]', async () => {
    let calls = 0
    const { tools } = await connect(
      scripted({ call: () => ((calls += 1) === 1 ? isError : blocks(said('done'))) }),
      { tools: { act: { idempotencyKey: 'id', errors: 'did-not-happen' } } },
    )
    const registry = ToolRegistry.empty()
      .register(...tools)
      .layer(new IdempotencyLayer(memoryJournal()))
    const call = () => registry.dispatch('far/act', { id: 'o-1' })
    await expect(call()).rejects.toMatchObject({ code: 'TOOL_FAILED' })
    expect(await call()).toEqual({ status: 'output', value: 'done' })
  })

  it('is not held to the output schema', async () => {
    await expect(outputOf(isError, promised)).rejects.toMatchObject({ code: 'TOOL_FAILED' })
  })
})

describe('an error of the protocol', () => {
  it.each([-32_600, -32_601, -32_602, -32_700])('%i did not happen', async (code) => {
    const failure = await failureOf(() => Promise.reject(new RpcError(code)))
    expect(failure).toMatchObject({ code: 'TOOL_FAILED', disposition: 'did-not-happen' })
    expect(failure.modelText).toContain('refused the call')
  })

  it.each([
    'Invalid tools/call result: [{ "code": "invalid_type" }]',
    'Output validation error: Tool act has an output schema but no structured content was provided',
    'MCP error -32602: Invalid structured content for tool act',
  ])('-32602 is in doubt where it is about what the tool returned: %s', async (message) => {
    const failure = await failureOf(() => Promise.reject(new RpcError(-32_602, message)))
    expect(failure).toMatchObject({ code: 'TOOL_FAILED', disposition: 'in-doubt' })
    expect(failure.modelText).toBe('The server "far" failed.')
  })

  it.each([-32_603, -32_000, 7])('%i is in doubt and tells a model nothing', async (code) => {
    const failure = await failureOf(() => Promise.reject(new RpcError(code)))
    expect(failure).toMatchObject({ code: 'TOOL_FAILED', disposition: 'in-doubt' })
    expect(failure.modelText).toBe('The server "far" failed.')
  })
})

describe('a foreign server that does not answer', () => {
  it('leaves a write in doubt, not to be tried again, and is told that the call is cancelled [G-039]', async () => {
    const { registry, server } = await registryOf({}, { times: { callMs: 30 } })
    const failure: unknown = await registry.dispatch('far/act', {}).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'TOOL_FAILED',
      disposition: 'in-doubt',
      retryable: false,
    })
    expect((failure as ToolError).modelText).toBe('The server "far" did not answer in time.')
    expect(server.received.at(-1)).toBe('notifications/cancelled')
  })

  it('may be asked again for a read', async () => {
    const options = { times: { callMs: 30 }, tools: { act: { effect: 'read' } } } as const
    expect(await failureOf(undefined, options)).toMatchObject({ retryable: true })
  })

  it('has longer while it reports progress [G-039]', async () => {
    const { registry } = await registryOf(
      { call: slowly(20_000, 8) },
      { times: { callMs: 60_000 } },
    )
    vi.useFakeTimers()
    const call = registry.dispatch('far/act', {})
    await vi.advanceTimersByTimeAsync(160_000)
    expect(await call).toMatchObject({ value: 'done' })
  })

  it('has no longer than a limit, whatever progress it reports [G-039]', async () => {
    const times = { callMs: 60_000, callTotalMs: 70_000 }
    const { registry } = await registryOf({ call: slowly(20_000, 8) }, { times })
    vi.useFakeTimers()
    const call = registry.dispatch('far/act', {})
    const refused = expect(call).rejects.toMatchObject({ disposition: 'in-doubt' })
    await vi.advanceTimersByTimeAsync(159_000)
    await refused
  })

  it('tells whoever asked how far it has come', async () => {
    const { registry } = await registryOf({ call: slowly(1, 3) })
    const seen: number[] = []
    const context = createContext().with(mcpProgress, ({ progress }) => seen.push(progress))
    await registry.dispatch('far/act', {}, context)
    expect(seen).toEqual([1, 2, 3])
  })

  it('is told when the caller gives up', async () => {
    const { registry, server } = await registryOf({})
    const controller = new AbortController()
    const call = registry.dispatch('far/act', {}, createContext({ signal: controller.signal }))
    setTimeout(() => controller.abort(), 20)
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED', disposition: 'in-doubt' })
    await expect.poll(() => server.received.at(-1)).toBe('notifications/cancelled')
  })

  it('is told when the deadline of the call passes', async () => {
    const { registry, server } = await registryOf({})
    const deadline = new Date(Date.now() + 30)
    const call = registry.dispatch('far/act', {}, createContext({ deadline }))
    await expect(call).rejects.toMatchObject({ code: 'TIMED_OUT', disposition: 'in-doubt' })
    await expect.poll(() => server.received.at(-1)).toBe('notifications/cancelled')
  })
})

describe('a foreign server that answers wrongly', () => {
  it('is believed the first time when it answers twice', async () => {
    const { registry, findings } = await registryOf({
      call: ({ id }, line) => {
        line.send({ id, result: blocks(said('first')) })
        line.send({ id, result: blocks(said('second')) })
      },
    })
    expect(await registry.dispatch('far/act', {})).toMatchObject({ value: 'first' })
    expect(await registry.dispatch('far/act', {})).toMatchObject({ value: 'first' })
    await expect.poll(() => findings.map(({ kind }) => kind)).toContain('bad-message')
  })

  it.each([
    ['a text', 'no'],
    ['a number', 7],
  ])('leaves the call in doubt with %s as a result', async (_, result) => {
    expect(await failureOf(() => result, { times: { callMs: 50 } })).toMatchObject({
      disposition: 'in-doubt',
    })
  })

  it('lands without its result where that is larger than may be taken [G-070]', async () => {
    const result = blocks(said('x'.repeat(50_000_000)))
    const failure = await failureOf(() => result)
    expect(failure).toMatchObject({ code: 'TOOL_FAILED', disposition: 'landed' })
    expect(failure.modelText).toContain('larger than 10485760 bytes')
  })
})

/** Answers after `times` reports of progress, one every `ms`. */
function slowly(ms: number, times: number): NonNullable<Script['call']> {
  return async ({ params }, line) => {
    const { progressToken } = params['_meta'] as { progressToken: number }
    for (let progress = 1; progress <= times; progress += 1) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      line.send({ method: 'notifications/progress', params: { progressToken, progress } })
    }
    return blocks(said('done'))
  }
}
