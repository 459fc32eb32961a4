import { describe, expect, it } from 'vitest'

import { eras } from '../server/connect.js'
import { scripted } from '../client/scripted-server.js'
import { serveOnward } from './serve-onward.js'

const one = { required: ['email'] }
const other = { required: ['phone'] }
const either = { email: { type: 'string' }, phone: { type: 'string' } }

describe.each(eras)('the schema of a foreign tool that is served onward to a %s client', (era) => {
  const listed = async (inputSchema: object) => {
    const tools = [
      { name: 'act', inputSchema },
      { name: 'other', inputSchema: { type: 'object' } },
    ]
    const { client } = await serveOnward(scripted({ list: () => ({ tools }) }), { era })
    return (await client.listTools()).tools
  }

  it.each([{}, { type: 'object' }])(
    'has properties where it has none: %j [G-003]',
    async (given) => {
      const [shown] = await listed(given)
      expect(shown?.inputSchema).toMatchObject({ type: 'object', properties: {} })
    },
  )

  it('costs no other tool its place in the list, whatever it is at the root [G-002]', async () => {
    const anyOf = [one, other]
    const tools = await listed({ type: 'object', properties: either, anyOf })
    expect(tools.map(({ name }) => name)).toEqual(['act', 'other'])
    expect(tools[0]?.inputSchema).toMatchObject({ type: 'object', properties: either })
  })

  it('keeps lists of types and schemas that are true or false readable [G-014]', async () => {
    const item = { type: ['object', 'null'], properties: { v: true } }
    const [shown] = await listed({
      type: 'object',
      properties: { items: { type: 'array', items: item } },
    })
    expect(JSON.stringify(shown?.inputSchema)).toContain('["object","null"]')
  })
})
