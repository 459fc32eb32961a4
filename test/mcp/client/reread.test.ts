import { describe, expect, it } from 'vitest'

import { readForeignTool, type ForeignTool } from '../../../src/mcp/client/list/foreign-tool.js'
import { reviewTools } from '../../../src/mcp/client/list/review-tools.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { contractOf } from '../../../src/registry/contract/contract.js'
import { object } from './servers.js'

const entry = () => ({
  name: 'act',
  inputSchema: { ...object, properties: { region: { type: 'string' } } },
  outputSchema: { ...object },
})

function read(listed: object, ...known: ForeignTool[]): ForeignTool {
  const { tool } = readForeignTool(listed, new Map(known.map((one) => [one.name, one])))
  return tool ?? expect.unreachable()
}

describe('readForeignTool', () => {
  it('gives the tool that was read before where its entry is as it was', () => {
    const before = read(entry())
    expect(read(entry(), before)).toBe(before)
  })

  it.each<[string, object]>([
    ['a word', { description: 'Other.' }],
    ['a schema', { inputSchema: object }],
    ['what is not looked at', { _meta: {} }],
  ])('reads an entry anew that is another one in %s', (_, changed) => {
    const before = read(entry())
    expect(read({ ...entry(), ...changed }, before)).not.toBe(before)
  })

  it('reads an entry anew that a server in this process changed', () => {
    const listed = entry()
    const before = read(listed)
    Object.assign(listed.inputSchema, { maxProperties: 0 })
    expect(read(listed, before)).not.toBe(before)
  })

  it.each([
    [true, { type: 'string', 'x-mcp-header': 'Region' }],
    [false, { type: 'string' }],
  ])('knows without its schema whether arguments go into headers: %s', (hasHeaders, region) => {
    const inputSchema = { ...object, properties: { region } }
    expect(read({ name: 'act', inputSchema }).hasHeaders).toBe(hasHeaders)
  })
})

describe('reviewTools', () => {
  it('defines no tool whose entry is as it was reviewed', () => {
    const tool = read(entry())
    const contract = contractOf(defineTool({ server: 'far', name: 'act', description: 'd', call }))
    const review = reviewTools(
      { tools: [read(entry(), tool)], refused: [], ttlMs: undefined },
      {
        reviewed: new Map([['act', { tool, contract }]]),
        known: new Map([['act', tool]]),
        before: new Set(),
        define: () => expect.unreachable(),
      },
    )
    expect(review).toEqual({ withdrawn: new Set(), findings: [] })
  })
})

function call(): void {
  // It is never called.
}
