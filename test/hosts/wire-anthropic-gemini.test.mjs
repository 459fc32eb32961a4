import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { describe, expect, it } from 'vitest'

import { anthropicTools } from '../../src/adapters/anthropic/index.ts'
import { geminiTools } from '../../src/adapters/gemini/index.ts'
import { bank } from '../adapters/bank.ts'
import { facts, fakeEndpoint, parameters, unpaired } from './fake-endpoint.mjs'

describe('@anthropic-ai/sdk', () => {
  const shape = {
    type: 'object',
    required: ['model', 'max_tokens', 'messages', 'tools'],
    properties: {
      tools: {
        type: 'array',
        items: {
          type: 'object',
          properties: { ...facts, input_schema: parameters, strict: { const: true } },
          required: ['name', 'input_schema'],
          additionalProperties: false,
        },
      },
      messages: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            role: { enum: ['user', 'assistant'] },
            content: {
              if: { type: 'array' },
              then: {
                minItems: 1,
                items: {
                  if: { properties: { type: { const: 'tool_result' } } },
                  then: {
                    properties: {
                      type: true,
                      tool_use_id: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
                      content: { type: 'string' },
                      is_error: { type: 'boolean' },
                    },
                    required: ['tool_use_id'],
                    additionalProperties: false,
                  },
                },
              },
            },
          },
          required: ['role', 'content'],
          additionalProperties: false,
        },
      },
    },
  }
  /** All results of a message's calls stand in the very next message, before anything else. */
  const check = ({ messages }) =>
    messages.flatMap(({ content }, index) => {
      const idsOf = (kind, key, blocks) =>
        Array.isArray(blocks) ? blocks.flatMap((b) => (b.type === kind ? [b[key]] : [])) : []
      const next = messages[index + 1]?.content
      return unpaired(idsOf('tool_use', 'id', content), idsOf('tool_result', 'tool_use_id', next))
    })

  it.each([false, true])('takes tools and results, strict %j [G-002, G-076]', async (strict) => {
    const { registry, deeds } = bank()
    const message = (stop_reason, ...content) => ({
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content, stop_reason },
      usage: { input_tokens: 1, output_tokens: 1 },
    })
    const { url, bodies } = await fakeEndpoint(
      ...[shape, check],
      message(
        'tool_use',
        { type: 'tool_use', id: 'c1', name: 'bank__pay', input: { cents: 5 } },
        { type: 'tool_use', id: 'c2', name: 'bank__leak', input: {} },
      ),
      message('end_turn', { type: 'text', text: 'ok' }),
    )
    const client = new Anthropic({ apiKey: 'none', baseURL: url, maxRetries: 0 })
    const { tools, answer } = anthropicTools(registry, { strict })
    const messages = [{ role: 'user', content: 'Pay.' }]
    const ask = () => client.messages.create({ model: 'm', max_tokens: 9, messages, tools })
    const { content } = await ask()
    messages.push({ role: 'assistant', content }, ...(await answer({ content })).messages)
    await ask()
    const failed = { is_error: true, content: expect.stringContaining('failed unexpectedly') }
    expect(bodies[1].messages.at(-1)).toMatchObject({
      content: [{ tool_use_id: 'c1', content: '{"paid":5}' }, failed],
    })
    expect([bodies[0].tools.some((tool) => tool.strict === true), deeds]).toEqual([
      strict,
      ['paid 5'],
    ])
  })
})

describe('@google/genai', () => {
  const shape = {
    type: 'object',
    required: ['contents', 'tools'],
    properties: {
      tools: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            functionDeclarations: {
              type: 'array',
              minItems: 1,
              items: {
                type: 'object',
                properties: {
                  name: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$' },
                  description: { type: 'string' },
                  parameters: {
                    type: 'object',
                    properties: { properties: { type: 'object', minProperties: 1 } },
                    required: ['type', 'properties'],
                  },
                },
                required: ['name', 'description'],
                additionalProperties: false,
              },
            },
          },
          required: ['functionDeclarations'],
          additionalProperties: false,
        },
      },
    },
  }
  const partsOf = (contents, key) =>
    contents.flatMap(({ parts }) => parts.flatMap((part) => (part[key] ? [part[key].name] : [])))
  const check = ({ contents }) =>
    unpaired(partsOf(contents, 'functionCall'), partsOf(contents, 'functionResponse'))

  it('takes tools and results [G-012, G-014, G-028, G-076]', async () => {
    const { registry, deeds } = bank()
    const candidate = (...parts) => ({ candidates: [{ content: { role: 'model', parts } }] })
    const { url, bodies } = await fakeEndpoint(
      ...[shape, check],
      candidate(
        { functionCall: { name: 'bank__pay', args: { cents: 5 } } },
        { functionCall: { id: 'c2', name: 'bank__pay', args: { cents: 0 } } },
        { functionCall: { name: 'bank__balance', args: {} } },
      ),
      candidate({ text: 'ok' }),
    )
    const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } })
    const { tools, answer } = geminiTools(registry)
    const contents = [{ role: 'user', parts: [{ text: 'Pay.' }] }]
    const ask = () => ai.models.generateContent({ model: 'm', contents, config: { tools } })
    const [{ content }] = (await ask()).candidates
    contents.push(content, ...(await answer(content, { runId: 'run-1' })).messages)
    expect((await ask()).text).toBe('ok')
    const error = expect.stringMatching(/^The arguments were refused/)
    expect(bodies[1].contents.at(-1).parts).toEqual([
      { functionResponse: { name: 'bank__pay', response: { output: { paid: 5 } } } },
      { functionResponse: { id: 'c2', name: 'bank__pay', response: { error } } },
      { functionResponse: { name: 'bank__balance', response: { output: 'EUR 5' } } },
    ])
    expect(deeds.toSorted()).toEqual(['paid 5', 'read'])
  })
})

describe('an endpoint of these tests', () => {
  it('refuses a result without its call: the check can fail', async () => {
    const { url } = await fakeEndpoint({}, () => unpaired(['c1'], []), { ok: true })
    const { status } = await fetch(url, { method: 'POST', body: '{}' })
    expect(status).toBe(400)
  })
})
