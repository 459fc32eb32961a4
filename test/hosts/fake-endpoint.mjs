import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach } from 'vitest'

const open = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const ajv = new Ajv2020({ allErrors: true, strict: false })

/**
 * An endpoint on loopback that plays a vendor: it answers each request with the next of its answers, and with status 400
 * what is not in the shape that the vendor publishes.
 */
export async function fakeEndpoint(shape, check, ...answers) {
  const validate = ajv.compile(shape)
  const bodies = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    bodies.push(body)
    const problems = validate(body) ? check(body) : [ajv.errorsText(validate.errors)]
    const answer = answers[bodies.length - 1]
    const isSound = problems.length === 0 && answer !== undefined
    response.writeHead(isSound ? 200 : 400, { 'content-type': 'application/json' })
    const error = { type: 'invalid_request_error', message: problems.join('; '), code: 400 }
    response.end(JSON.stringify(isSound ? answer : { type: 'error', error }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  open.push(() => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${port}`, bodies }
}

/** Every call has one result, and no result is without its call. */
export function unpaired(calls, results) {
  const [asked, answered] = [calls.toSorted(), results.toSorted()]
  return JSON.stringify(asked) === JSON.stringify(answered)
    ? []
    : [`calls ${asked.join()} are answered by ${answered.join()}`]
}

/** The arguments of a tool as every vendor takes them. */
export const parameters = {
  type: 'object',
  properties: { type: { const: 'object' }, properties: { type: 'object' } },
  required: ['type', 'properties'],
  // A combinator at the root costs the whole request.
  not: { anyOf: ['anyOf', 'oneOf', 'allOf', '$ref'].map((name) => ({ required: [name] })) },
}
/** What every vendor is told of a tool. */
export const facts = {
  name: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  description: { type: 'string' },
}
