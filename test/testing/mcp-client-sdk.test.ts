import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { ToolRegistry } from '../../src/registry/tool-registry.js'

const halves = ['@modelcontextprotocol/client', '@modelcontextprotocol/server']

describe('the MCP client of a toolHarness, without the SDK', () => {
  it.each(halves)('names all packages in one message where %s is missing', async (missing) => {
    onTestFinished(() => {
      vi.doUnmock(missing)
      vi.resetModules()
    })
    vi.resetModules()
    vi.doMock(missing, () => {
      throw new Error('not installed')
    })
    const { connectInProcess } = await import('../../src/mcp/in-process-client.js')
    const message: unknown = await connectInProcess(ToolRegistry.empty()).catch(String)
    for (const name of [...halves, '@modelcontextprotocol/core']) expect(message).toContain(name)
  })
})
