import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'

import type { JsonValue } from '../../../src/index.js'
import { object } from './servers.js'

/** What a server that asks was sent with a call. */
export interface SeenCall {
  readonly arguments: unknown
  readonly inputResponses: Record<string, { content?: JsonValue }> | undefined
  readonly requestState: unknown
  /** The token of the effect. */
  readonly key: unknown
}

/** A server of 2026-07-28 whose one tool asks before it does anything. */
export interface AskingServer {
  readonly seen: SeenCall[]
  readonly fetch: typeof fetch
  /** What it asks after it was answered. */
  questions: object[]
  description: string
}

/** The question for some texts. */
export const form = (message: string, ...names: string[]) => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: {
      ...object,
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      required: names,
    },
  },
})

export function askingServer(inputRequests: object, requestState?: string): AskingServer {
  const server: AskingServer = {
    seen: [],
    questions: [],
    description: '',
    fetch: (input, init) => handler.fetch(new Request(input, init)),
  }
  const ask = (asked: object) =>
    ({ resultType: 'input_required', inputRequests: asked, requestState }) as never
  const handler = createMcpHandler(() => {
    const far = new McpServer({ name: 'far', version: '1' }, { capabilities: { tools: {} } })
    far.server.setRequestHandler('tools/list', () => ({
      tools: [{ name: 'act', description: server.description, inputSchema: object }],
    }))
    far.server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      server.seen.push({
        arguments: params.arguments,
        inputResponses: mcpReq.inputResponses as never,
        requestState: mcpReq.requestState(),
        key: mcpReq._meta?.['dev.tallystick/idempotency-key'],
      })
      if (mcpReq.inputResponses === undefined) return ask(inputRequests)
      const next = server.questions.shift()
      return next === undefined ? { content: [{ type: 'text', text: 'done' }] } : ask(next)
    })
    return far
  })
  return server
}
