import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { ToolRegistry } from 'tallystick'
import { mcpTools } from 'tallystick/mcp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const programOf = (name) => fileURLToPath(new URL(`servers/${name}.mjs`, import.meta.url))

/** Starts a server of ours on a port that is free. */
async function start(name) {
  const args = [programOf(name), 'http']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = once(child, 'exit')
  const [url] = await once(createInterface(child.stdout), 'line')
  return {
    transport: { url },
    close: async () => {
      child.kill()
      await end
    },
  }
}

const spoken = [
  ['v1', 'auto'],
  ['v2', '2025'],
  ['v2', '2026-07-28'],
]

describe.each(spoken)('a server of SDK %s, spoken to in %s', (name, protocol) => {
  describe.each(['stdio', 'http'])('over %s', (way) => {
    const process_ = { transport: { command: process.execPath, args: [programOf(name)] } }
    let server = process_
    let tools
    let registry
    const findings = []
    beforeAll(async () => {
      if (way === 'http') server = await start(name)
      const report = (finding) => findings.push(finding)
      tools = await mcpTools({ server: 'far', transport: server.transport, protocol, report })
      registry = ToolRegistry.empty().register(...tools)
    })
    afterAll(async () => {
      await tools.close()
      await server.close?.()
    })

    it('offers its tools, of which nothing has to be reported', () => {
      expect(tools.map(({ id }) => id.name)).toEqual(['add', 'refuse', 'draw'])
      expect(findings).toEqual([])
    })

    it('answers a call with what its output schema promises', async () => {
      const outcome = await registry.dispatch('far/add', { a: 2, b: 3 })
      expect(outcome).toEqual({ status: 'output', value: { sum: 5 } })
    })

    it('is not sent arguments that do not fit', async () => {
      const call = registry.dispatch('far/add', { a: 2 })
      await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
    })

    it('says in its own words that it failed', async () => {
      const call = registry.dispatch('far/refuse', {})
      await expect(call).rejects.toMatchObject({ code: 'TOOL_FAILED', modelText: 'Not today.' })
    })

    it('answers with blocks of every kind', async () => {
      const { value } = await registry.dispatch('far/draw', {})
      expect(value.content.map(({ type }) => type)).toEqual(['text', 'image'])
    })
  })
})
