import { describe, expect, it } from 'vitest'

import { mcpHandler } from '../../../src/mcp/server/http/mcp-handler.js'
import type { McpServeOptions } from '../../../src/mcp/server/serving/serve-options.js'
import { createServing } from '../../../src/mcp/server/serving/serving.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { connect, eras, textOf } from './connect.js'
import { answering, bank, caller, forms, order, shop, sizes, type Answer } from './waiting-tools.js'

describe.each(eras)('a question of a body, to a %s client', (era) => {
  it('is put to the person at the client, whose answer the call goes on with', async () => {
    const { registry, asked } = shop()
    const person = answering({ action: 'accept', content: { size: 7 } })
    const { client } = await connect(registry, { era, ...person })
    const result = await client.callTool(order())
    expect(result.structuredContent).toEqual({ size: 7 })
    expect([person.questions, asked()]).toEqual([['Which size?'], 1])
  })

  it('is put again, with the reasons, when the answer breaks its schema', async () => {
    const { registry } = shop({
      type: 'object',
      properties: { size: { type: 'string', pattern: '^[0-9]+$' } },
      required: ['size'],
    })
    const person = answering(
      { action: 'accept', content: { size: 'large' } },
      { action: 'accept', content: { size: '7' } },
    )
    const { client } = await connect(registry, { era, ...person })
    expect((await client.callTool(order())).structuredContent).toEqual({ size: '7' })
    expect(person.questions[1]).toMatch(/^Which size\?\nThe answer was refused\.[^]*size/)
  })

  it('is a form of one field where the answer is one value', async () => {
    const { registry } = shop({ enum: ['S', 'L'] })
    const person = answering({ action: 'accept', content: { value: 'L' } })
    const { client } = await connect(registry, { era, ...person })
    expect(textOf(await client.callTool(order()))).toBe('L')
  })

  it('stays open when the person does not answer it', async () => {
    const { registry, journal } = shop()
    const { client } = await connect(registry, { era, ...answering({ action: 'decline' }) })
    const result = await client.callTool(order())
    expect(textOf(result)).toContain('the call still waits')
    expect(await journal.pending({ tenantId: 'default' })).toHaveLength(1)
  })

  it.each([
    ['a client that shows no forms', undefined, sizes],
    [
      'a question that no form can ask',
      forms,
      { type: 'object', properties: { a: { type: 'object' } } },
    ],
  ] as const)(
    'is told in words to %s, and the same call learns the outcome',
    async (_, options, schema) => {
      const { registry, journal } = shop(schema)
      const { client } = await connect(registry, { era, ...(options && { client: options }) })
      const result = await client.callTool(order())
      const [question] = await journal.pending({ tenantId: 'default' })
      const { suspensionId = '' } = question ?? {}
      expect(result.isError).toBeUndefined()
      expect(textOf(result)).toContain(`Which size?`)
      expect(textOf(result)).toContain(`Reference: ${suspensionId}. Call again with the same`)
      const value = schema === sizes ? { size: 3 } : { a: {} }
      await registry.resume(suspensionId, value)
      expect((await client.callTool(order())).structuredContent).toEqual(value)
    },
  )

  it('does not tell whose tool names no effect to call again', async () => {
    const { registry } = shop(sizes, { idempotencyKey: undefined })
    const { client } = await connect(registry, { era })
    expect(textOf(await client.callTool(order()))).toContain('Do not call again')
  })

  it('is an error in words for a tool with an output schema, which no words satisfy', async () => {
    const { registry } = shop(sizes, { outputSchema: sizes })
    const { client } = await connect(registry, { era })
    expect((await client.callTool(order())).isError).toBe(true)
  })
})

/** The calls of one client, by hand: what it is handed, and what it brings back. */
async function manual(registry: ToolRegistry, serve: McpServeOptions = {}) {
  const client = { ...forms, inputRequired: { autoFulfill: false } }
  const connected = await connect(registry, { client, serve })
  const call = (params: object) =>
    connected.client.request(
      { method: 'tools/call', params: { ...order(), ...params } },
      { allowInputRequired: true },
    ) as Promise<{ readonly requestState?: string; readonly structuredContent?: unknown }>
  const answer = { answer: { action: 'accept', content: { size: 7 } } }
  return {
    ...connected,
    call,
    ask: async () => (await call({})).requestState ?? '',
    bring: (requestState: string, params: object = {}) =>
      call({ requestState, inputResponses: answer, ...params }),
  }
}

const keys = ['k'.repeat(32)]
const refused = {
  ...{
    code: -32602,
    message: expect.stringContaining('Invalid or expired requestState') as string,
  },
  data: { reason: 'invalid_request_state' },
}

describe('the sealed state of a question', () => {
  const annIn = (tenantId = 'acme') => ({ caller: caller('ann', tenantId), requestStateKeys: keys })

  const annForEve = {
    tenantId: 'acme',
    principal: { id: 'ann', kind: 'person', onBehalfOf: 'eve' } as const,
  }

  it('lets the same caller answer the same call, whichever process it comes to', async () => {
    const { registry } = shop()
    const state = await (await manual(registry, annIn())).ask()
    const result = await (await manual(registry, annIn())).bring(state)
    expect(result.structuredContent).toEqual({ size: 7 })
  })

  it.each<[string, McpServeOptions, object]>([
    ['another principal', { ...annIn(), caller: caller('eve') }, {}],
    ['another kind of principal', { ...annIn(), caller: caller('ann', 'acme', 'service') }, {}],
    ['the same one acting for another', { ...annIn(), caller: annForEve }, {}],
    ['another tenant', annIn('other'), {}],
    ['other arguments', annIn(), { arguments: { id: 'o-2' } }],
    ['another key ring', { ...annIn(), requestStateKeys: ['x'.repeat(32)] }, {}],
    ['a process with a key of its own', { caller: caller('ann') }, {}],
  ])('is refused for %s', async (_, serve, params) => {
    const { registry, journal } = shop()
    const state = await (await manual(registry, annIn())).ask()
    await expect((await manual(registry, serve)).bring(state, params)).rejects.toMatchObject(
      refused,
    )
    expect(await journal.pending({ tenantId: 'acme' })).toHaveLength(1)
  })

  it.each([
    ['nothing of it', () => ''],
    ['another mac', (state: string) => `${state.slice(0, -4)}AAAA`],
    ['no mac', (state: string) => state.slice(0, state.lastIndexOf('.'))],
    ['another body', (state: string) => state.replace('.', '.e30')],
    ['another version', (state: string) => state.replace('ts1', 'ts2')],
  ])('is refused in the same words when it is forged: %s', async (_, forge) => {
    const { registry } = shop()
    const { ask, bring } = await manual(registry, annIn())
    await expect(bring(forge(await ask()))).rejects.toMatchObject(refused)
  })

  it('is refused once it has lapsed', async () => {
    const { registry } = shop()
    const { ask, bring } = await manual(registry, { ...annIn(), requestStateTtlMs: 1 })
    const state = await ask()
    await new Promise((wait) => setTimeout(wait, 5))
    await expect(bring(state)).rejects.toMatchObject(refused)
  })

  it('is opened by every key of the ring, so that keys can be changed', async () => {
    const { registry } = shop()
    const state = await (await manual(registry, annIn())).ask()
    const next = { ...annIn(), requestStateKeys: ['n'.repeat(32), ...keys] }
    const result = await (await manual(registry, next)).bring(state)
    expect(result.structuredContent).toEqual({ size: 7 })
  })

  it('answers once: what is brought again finds the question answered', async () => {
    const { registry } = shop()
    const { ask, bring } = await manual(registry, annIn())
    const state = await ask()
    await bring(state)
    expect(await bring(state)).toMatchObject({ isError: true })
  })

  it.each([[[]], [['short']], [['k'.repeat(32), 'x'.repeat(31)]], [[new Uint8Array(31)]]])(
    'takes keys of 32 bytes or more only: %j',
    (requestStateKeys) => {
      const { registry } = shop()
      expect(() => mcpHandler(registry, { requestStateKeys })).toThrow('each of 32 bytes or more')
    },
  )
})

describe.each(eras)('a call of a %s client that waits for approval', (era) => {
  const yes = { action: 'accept', content: { approve: true } } as unknown as Answer

  it('[EFF-08] cannot be approved over the connection that made it; the same call learns the outcome', async () => {
    const { registry, journal, paid } = bank()
    const person = answering(yes)
    const { client } = await connect(registry, { era, ...person })
    const result = await client.callTool(order())
    const [question] = await journal.pending({ tenantId: 'default' })
    const { suspensionId = '' } = question ?? {}
    expect(textOf(result)).toBe(
      `Waiting for approval by a person, which cannot be given here. Reference: ${suspensionId}. ` +
        'Call again with the same arguments to learn the outcome; it will not run twice.',
    )
    expect([person.questions, paid]).toEqual([[], []])
    await journal.approve({ suspensionId, tenantId: 'default', by: 'boss' })
    expect(textOf(await client.callTool(order()))).toBe('1')
    expect(textOf(await client.callTool(order()))).toBe('1')
    expect(paid).toHaveLength(1)
  })

  it('joins the parked record when it is made again meanwhile', async () => {
    const { registry, journal } = bank()
    const { client } = await connect(registry, { era })
    const first = await client.callTool(order())
    expect(textOf(await client.callTool(order()))).toBe(textOf(first))
    expect(await journal.pending({ tenantId: 'default' })).toHaveLength(1)
  })

  it('can be approved there where the operator says so, shown the arguments', async () => {
    const { registry, journal, paid } = bank()
    const person = answering(yes)
    const serve = { approvals: 'client', journal } as const
    const { client } = await connect(registry, { era, serve, ...person })
    expect(textOf(await client.callTool(order()))).toBe('1')
    expect(paid).toEqual([{ id: 'o-1' }])
    expect(person.questions[0]).toContain('"id": "o-1"')
  })

  it('[EFF-08] can never be approved there under four eyes', async () => {
    const { registry, journal, paid } = bank('four-eyes')
    const person = answering(yes)
    const serve = { approvals: 'client', journal, caller: caller('ann', 'default') } as const
    const { client } = await connect(registry, { era, serve, ...person })
    expect(textOf(await client.callTool(order()))).toContain('which cannot be given here')
    expect([person.questions, paid]).toEqual([[], []])
  })

  it('ends as denied where the person there says no', async () => {
    const { registry, journal, paid } = bank()
    const no = { action: 'accept', content: { approve: false } } as unknown as Answer
    const serve = { approvals: 'client', journal } as const
    const { client } = await connect(registry, { era, serve, ...answering(no) })
    const result = await client.callTool(order())
    expect([result.isError, paid]).toEqual([true, []])
  })
})

describe('approvals of clients', () => {
  it('need the journal that they are recorded in', () => {
    expect(() => createServing(bank().registry, { approvals: 'client' })).toThrow(
      'needs the option "journal"',
    )
  })
})
