import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { mcpHandler } from '../../../dist/mcp/index.js'
import { registry } from './order-tool.js'
import { makeInput } from '../place-order.js'
import { openLink, type McpContestant } from './contestant.js'
import { nestServer } from './nest-server.js'
import { timeRounds, type Timed } from './rounds.js'
import { createToolServer, sdkServer } from './sdk-server.js'
import { tallystickServer } from './tallystick-server.js'

const inMemory = { warmUpRounds: 5, rounds: 21, timesPerRound: 500 }
const overFetch = { warmUpRounds: 5, rounds: 15, timesPerRound: 100 }

/** Times a whole call, from the client's method to its answer, and words the result as Markdown. */
export async function benchCalls(): Promise<string> {
  const linked = await Promise.all([tallystickServer, sdkServer, nestServer].map(callInMemory))
  const fetched = await Promise.all([callOverFetch('tallystick', ownFetch()), callSdkOverFetch()])
  return [
    '## One call',
    '',
    'The tool with five properties that the other benchmarks call. The same client of the official SDK calls each server in',
    `the same process: ${inMemory.rounds} rounds of ${inMemory.timesPerRound} calls each, one after the other, in turned order. Processor`,
    'time of client and server together, median, with quartiles. A ratio is taken within one round.',
    '',
    '### MCP 2025-11-25, a pair of transports in memory',
    '',
    ...head,
    ...(await timeRounds(linked, inMemory)),
    '',
    '### MCP 2026-07-28, a request and a response each, without a socket',
    '',
    `${overFetch.rounds} rounds of ${overFetch.timesPerRound} calls.`,
    '',
    ...head,
    ...(await timeRounds(fetched, overFetch)),
    '',
    'The rows do unequal work. Over MCP a call of tallystick is a dispatch, too: it has a context with tenant, principal and a',
    'signal, limits on size and depth, an instance from the container, one event, and a place among the calls that a server',
    'which ends waits for. Those who ask for the context of a call by `ToolContext.current()` pay for it with every promise of',
    'the process, and here the other servers do, too. The official SDK checks the arguments and calls a function.',
  ].join('\n')
}

const head = ['| server | µs per call | time, official SDK = 1 |', '| --- | --- | --- |']

async function callInMemory({ name, serveTool }: McpContestant): Promise<Timed> {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(await openLink(serveTool))
  return { name, run: (times) => callTimes(client, times) }
}

type Fetch = (request: Request) => Promise<Response>

async function callOverFetch(name: string, answer: Fetch): Promise<Timed> {
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation })
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => answer(new Request(url, init)),
  })
  await client.connect(transport)
  return { name, run: (times) => callTimes(client, times) }
}

function ownFetch(): Fetch {
  return mcpHandler(registry, { unauthenticated: true }).fetch
}

function callSdkOverFetch(): Promise<Timed> {
  return callOverFetch(sdkServer.name, createMcpHandler(createToolServer).fetch)
}

/** A server that refuses its calls would be fast and prove nothing. */
async function callTimes(client: Client, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const { isError, content } = await client.callTool({
      name: 'place_order',
      arguments: makeInput(index),
    })
    const [block] = content
    if (isError === true || block?.type !== 'text') throw new Error('A call was refused.')
    if (!block.text.includes('Springfield')) throw new Error('A call was answered with nothing.')
  }
}
