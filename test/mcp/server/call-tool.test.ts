import { describe, expect, it } from 'vitest'

import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { connect, eras, textOf } from './connect.js'

const add = defineTool<{ a: number; b?: number }>({
  ...{ server: 'sums', name: 'add', description: 'Adds.', mutates: false },
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    required: ['a'],
  },
  outputSchema: { type: 'integer' },
  call: ({ a, b = 0 }) => a + b,
})

describe.each(eras)('tools/call of a %s client', (era) => {
  it('gives the output for programs and as text', async () => {
    const { client } = await connect(ToolRegistry.empty().register(add), { era })
    const result = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })
    expect(textOf(result)).toBe('3')
    expect(result.structuredContent).toEqual(era === 'legacy' ? { result: 3 } : 3)
  })
})
