import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An endpoint on this machine that gives each of its answers once; it keeps no process alive. */
export async function openEndpoint(...answers: readonly object[]) {
  const waiting = answers.values()
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(waiting.next().value))
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
