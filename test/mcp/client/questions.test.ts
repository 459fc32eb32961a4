import { describe, expect, it } from 'vitest'

import { createContext, ToolRegistry } from '../../../src/index.js'
import { IdempotencyLayer, memoryJournal } from '../../../src/journal/index.js'
import { mcpTools } from '../../../src/mcp/client/mcp-tools.js'
import { askingServer, form } from './asking-server.js'
import { object } from './servers.js'

const asks = (requestedSchema: object) => ({
  method: 'elicitation/create',
  params: { message: 'Which?', requestedSchema },
})

/** A registry with the tool of a server that asks before it does anything. */
async function asking(inputRequests: object, requestState?: string) {
  const { seen, fetch } = askingServer(inputRequests, requestState)
  const tools = await mcpTools({
    ...{ server: 'far', transport: { url: 'http://far.test/mcp', fetch }, protocol: '2026-07-28' },
    report: () => undefined,
  })
  const registry = ToolRegistry.empty()
    .register(...tools)
    .layer(new IdempotencyLayer(memoryJournal()))
  return { seen, registry }
}

describe('a foreign server that asks in the middle of a call', () => {
  it('suspends the call with its question, in its name', async () => {
    const { registry } = await asking({ which: form('Which account?', 'account') })
    const outcome = await registry.dispatch('far/act', {})
    expect(outcome).toMatchObject({
      status: 'suspended',
      suspension: {
        reason: 'The server "far" asks: Which account?',
        inputSchema: { required: ['account'] },
      },
    })
  })

  it('asks in words that cannot pass for other ones', async () => {
    const { registry } = await asking({ which: form('Pay?\n\u202eoN', 'account') })
    const outcome = await registry.dispatch('far/act', {})
    const reason = 'The server "far" asks: Pay?\\u000a\\u202eoN'
    expect(outcome).toMatchObject({ suspension: { reason } })
  })

  it('gets the answer with what it wanted back, and ends the call', async () => {
    const { registry, seen } = await asking({ which: form('Which account?', 'account') }, 'sealed')
    const outcome = await registry.dispatch('far/act', {})
    if (outcome.status !== 'suspended') throw new Error('unexpected')
    const id = outcome.suspension.id ?? ''
    const ended = await registry.resume(id, { account: 'A-1' }, createContext())
    expect(ended).toMatchObject({ status: 'output', value: 'done' })
    expect(seen.at(-1)).toMatchObject({
      inputResponses: { which: { action: 'accept', content: { account: 'A-1' } } },
      requestState: 'sealed',
    })
  })

  it('gets the answers to several questions under the names it gave them', async () => {
    const { registry, seen } = await asking({ a: form('A?', 'x'), b: form('B?', 'y') })
    const outcome = await registry.dispatch('far/act', {})
    if (outcome.status !== 'suspended') throw new Error('unexpected')
    expect(outcome.suspension.reason).toBe('The server "far" asks: A? B?')
    await registry.resume(
      outcome.suspension.id ?? '',
      { a: { x: '1' }, b: { y: '2' } },
      createContext(),
    )
    expect(seen.at(-1)?.inputResponses).toMatchObject({
      a: { content: { x: '1' } },
      b: { content: { y: '2' } },
    })
  })

  it.each<[string, Record<string, object>]>([
    ['a schema that is none', { a: asks({ type: 'nonsense' }) }],
    ['a schema that refers elsewhere', { a: asks({ $ref: 'http://far.test/schema' }) }],
    ['one such schema of several', { a: form('A?', 'x'), b: asks({ type: 'nonsense' }) }],
    [
      'schemas that cannot be one',
      { a: form('A?', 'x'), b: asks({ ...object, $ref: '#/$defs/b', $defs: { b: true } }) },
    ],
  ])('leaves the call in doubt with %s', async (_, questions) => {
    const { registry } = await asking(questions)
    const failure = { code: 'TOOL_FAILED', disposition: 'in-doubt', retryable: false }
    await expect(registry.dispatch('far/act', {})).rejects.toMatchObject(failure)
  })

  it('is not given what only a model or a file system could answer', async () => {
    const { registry } = await asking({ roots: { method: 'roots/list' } })
    await expect(registry.dispatch('far/act', {})).rejects.toMatchObject({
      disposition: 'in-doubt',
    })
  })
})
