import OpenAI from 'openai'
import { toStrictJsonSchema } from 'openai/lib/transform'
import { describe, expect, it } from 'vitest'

import { openAiChatTools, openAiResponseTools } from '../../src/adapters/openai/index.ts'
import { bank } from '../adapters/bank.ts'
import { facts, fakeEndpoint, parameters, unpaired } from './fake-endpoint.mjs'

const definition = {
  type: 'object',
  properties: { ...facts, parameters, strict: { type: 'boolean' } },
  required: ['name', 'parameters', 'strict'],
  additionalProperties: false,
}
const strictProblems = (tools) =>
  tools.flatMap(({ name, strict, parameters: schema }) => {
    if (!strict) return []
    const same = JSON.stringify(toStrictJsonSchema(structuredClone(schema)))
    return same === JSON.stringify(schema) ? [] : [`${name} is not strict`]
  })

describe('openai', () => {
  const clientOf = (url) => new OpenAI({ apiKey: 'none', baseURL: url, maxRetries: 0 })

  const chatShape = {
    type: 'object',
    required: ['model', 'messages', 'tools'],
    properties: {
      tools: {
        type: 'array',
        maxItems: 128,
        items: {
          type: 'object',
          properties: { type: { const: 'function' }, function: definition },
          required: ['type', 'function'],
          additionalProperties: false,
        },
      },
      messages: {
        type: 'array',
        items: {
          if: { properties: { role: { const: 'tool' } } },
          then: {
            properties: {
              role: true,
              tool_call_id: { type: 'string', minLength: 1 },
              content: { type: 'string' },
            },
            required: ['tool_call_id', 'content'],
            additionalProperties: false,
          },
        },
      },
    },
  }
  const chatCheck = ({ messages, tools }) => [
    ...strictProblems(tools.map((tool) => tool.function)),
    ...unpaired(
      messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id)),
      messages.flatMap(({ role, tool_call_id: id }) => (role === 'tool' ? [id] : [])),
    ),
  ]
  const completion = (message) => ({
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm' },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
  })
  const toolCall = (id, name, args) => ({
    ...{ id, type: 'function' },
    function: { name, arguments: args },
  })

  it('takes tools and results of the Chat Completions API [SCH-09, G-003, G-010, G-076]', async () => {
    const { registry, deeds } = bank()
    const calls = [
      toolCall('c1', 'bank__pay', '{"cents":5,"note":null}'),
      toolCall('c2', 'bank__balance', ''),
      toolCall('c3', 'bank__nope', '{}'),
    ]
    const answers = [
      completion({ content: null, tool_calls: calls }),
      completion({ content: 'ok' }),
    ]
    const { url, bodies } = await fakeEndpoint(chatShape, chatCheck, ...answers)
    const { tools, answer } = openAiChatTools(registry)
    const messages = [{ role: 'user', content: 'Pay.' }]
    const ask = () => clientOf(url).chat.completions.create({ model: 'm', messages, tools })
    const [{ message }] = (await ask()).choices
    messages.push(message, ...(await answer(message, { runId: 'run-1' })).messages)
    expect((await ask()).choices[0].message.content).toBe('ok')
    expect(bodies[1].messages.slice(-3).map(({ content }) => content)).toEqual([
      ...['{"paid":5}', 'EUR 5'],
      expect.stringContaining('There is no such tool.'),
    ])
    expect(deeds.toSorted()).toEqual(['paid 5', 'read'])
  })

  const responseShape = {
    type: 'object',
    required: ['model', 'input', 'tools'],
    properties: {
      tools: {
        type: 'array',
        maxItems: 128,
        items: {
          ...definition,
          properties: { type: { const: 'function' }, ...definition.properties },
          required: ['type', ...definition.required],
        },
      },
      input: {
        type: 'array',
        items: {
          if: { properties: { type: { const: 'function_call_output' } }, required: ['type'] },
          then: {
            properties: {
              type: true,
              call_id: { type: 'string', minLength: 1, maxLength: 64 },
              output: { type: 'string' },
            },
            required: ['call_id', 'output'],
            additionalProperties: false,
          },
        },
      },
    },
  }
  const responseCheck = ({ input, tools }) => {
    const idsOf = (kind) => input.flatMap(({ type, call_id: id }) => (type === kind ? [id] : []))
    return [
      ...strictProblems(tools),
      ...unpaired(idsOf('function_call'), idsOf('function_call_output')),
    ]
  }
  const response = (...output) => ({
    ...{ id: 'resp_1', object: 'response', status: 'completed', model: 'm', output },
  })

  it('takes tools and results of the Responses API [SCH-09, G-003, G-010, G-076]', async () => {
    const { registry, deeds } = bank()
    const item = (id, name, args) => ({
      ...{ type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: args },
    })
    const said = { type: 'message', role: 'assistant', content: [] }
    const { url, bodies } = await fakeEndpoint(
      ...[responseShape, responseCheck],
      response(
        item('c1', 'bank__pay', '{"cents":5,"note":null}'),
        item('c2', 'bank__balance', '{"x":1}'),
      ),
      response(said),
    )
    const { tools, answer } = openAiResponseTools(registry)
    const input = [{ role: 'user', content: 'Pay.' }]
    const ask = () => clientOf(url).responses.create({ model: 'm', input, tools })
    const first = await ask()
    input.push(...first.output, ...(await answer(first, { runId: 'run-1' })).messages)
    await ask()
    expect(bodies[1].input.slice(-2).map(({ output }) => output)).toEqual([
      '{"paid":5}',
      'The arguments were refused.\n- x is not an argument. Remove it.',
    ])
    expect(deeds).toEqual(['paid 5'])
  })
})
