import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { openLink, type McpContestant } from './contestant.js'
import { nestServer } from './nest-server.js'
import { timeRounds, type Timed } from './rounds.js'
import { sdkServer } from './sdk-server.js'
import { tallystickServer } from './tallystick-server.js'

const count = 500
const options = { warmUpRounds: 3, rounds: 15, timesPerRound: 20 }

/** Times how long a server takes to list its tools once it has listed them, and words the result as Markdown. */
export async function benchList(): Promise<string> {
  const contestants = await Promise.all([tallystickServer, sdkServer, nestServer].map(listing))
  return [
    `## A list of ${count} tools`,
    '',
    `From the message that asks to the message that answers, on a pair of transports in memory, after ${options.warmUpRounds} rounds of`,
    `${options.timesPerRound} lists. ${options.rounds} rounds; what a client does with the list is not counted.`,
    '',
    '| server | µs per list | time, official SDK = 1 |',
    '| --- | --- | --- |',
    ...(await timeRounds(contestants, options)),
  ].join('\n')
}

async function listing({ name, serveMany }: McpContestant): Promise<Timed> {
  const transport = await openLink((far) => serveMany(far, count))
  const ask = asker(transport)
  await transport.start()
  await ask('initialize', {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'bench', version: '1.0.0' },
  })
  await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return {
    name,
    run: async (times) => {
      for (let index = 0; index < times; index += 1) assertWhole(await ask('tools/list', {}))
    },
  }
}

type Ask = (method: string, params: object) => Promise<JSONRPCMessage>

/** Asks by plain messages: a client of the SDK checks every tool of a list, which takes longer than to make it. */
function asker(transport: Transport): Ask {
  let id = 0
  let answered: (message: JSONRPCMessage) => void = () => undefined
  transport.onmessage = (message) => answered(message)
  return async (method, params) => {
    const answer = new Promise<JSONRPCMessage>((resolve) => (answered = resolve))
    id += 1
    await transport.send({ jsonrpc: '2.0', id, method, params: { ...params } })
    return answer
  }
}

function assertWhole(message: JSONRPCMessage): void {
  const { result } = message as { readonly result?: { readonly tools?: readonly unknown[] } }
  if (result?.tools?.length !== count) throw new Error('A list is not whole.')
}
