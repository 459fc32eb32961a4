import { describe, expect, it } from 'vitest'

import { ToolRegistry } from '../../../src/index.js'
import { connect, object, serve, text, type ServedTool } from './servers.js'

async function call(tool: Partial<ServedTool>, input: unknown = {}) {
  const { tools } = await connect(serve([{ name: 'act', ...tool }]))
  return ToolRegistry.empty()
    .register(...tools)
    .dispatch('far/act', input)
}

describe('the output of a foreign tool', () => {
  it('is the text of a result that is one text', async () => {
    expect(await call({ answer: () => text('done') })).toEqual({ status: 'output', value: 'done' })
  })

  it('is the structured content where there is some', async () => {
    const answer = () => ({ ...text('{"a":1}'), structuredContent: { a: 1 } })
    expect(await call({ answer })).toEqual({ status: 'output', value: { a: 1 } })
  })

  it('takes structured content without any blocks', async () => {
    const outputSchema = { ...object, properties: { a: { type: 'number' } } }
    const answer = () => ({ structuredContent: { a: 1 } })
    expect(await call({ outputSchema, answer })).toEqual({ status: 'output', value: { a: 1 } })
  })
})
