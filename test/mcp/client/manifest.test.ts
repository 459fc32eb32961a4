import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { defineTool, ToolRegistry } from '../../../src/index.js'
import {
  checkManifest,
  contractDigest,
  draftManifest,
  parseManifest,
  updateManifest,
} from '../../../src/manifest/index.js'
import { foreignNotes } from '../../../src/manifest/check/foreign-notes.js'
import { mcpTools } from '../../../src/mcp/client/mcp-tools.js'
import type { McpToolsOptions } from '../../../src/mcp/client/mcp-tools-options.js'
import { connect, object, serve } from './servers.js'

const program = fileURLToPath(new URL('process-server.mjs', import.meta.url))

async function registryOf(...args: string[]): Promise<ToolRegistry> {
  const transport = { command: process.execPath, args: [program, ...args] }
  const tools = await mcpTools({
    server: 'far',
    transport,
    protocol: '2025',
    report: () => undefined,
  })
  await tools.close()
  return ToolRegistry.empty().register(...tools)
}

/** A draft whose only gap, the words that the server does not have, is filled in. */
const reviewedDraft = (registry: ToolRegistry): string =>
  draftManifest(registry).replace(/description: .*/, 'description: Acts.')

describe('the transport of a foreign server', () => {
  it('is pinned by a draft, with the command and its arguments, and agrees with itself', async () => {
    const registry = await registryOf('none')
    const manifest = parseManifest(reviewedDraft(registry))
    const transport = { command: process.execPath, args: [program, 'none'] }
    expect(manifest.spec.servers).toEqual([{ name: 'far', transport }])
    expect(checkManifest(registry, manifest)).toEqual([])
  })

  it('disagrees where it is another one than the reviewed one', async () => {
    const manifest = parseManifest(reviewedDraft(await registryOf('none')))
    const found = checkManifest(await registryOf('pid'), manifest)
    expect(found).toMatchObject([{ kind: 'transport-drift', severity: 'high' }])
  })

  it('disagrees where the manifest does not list the server', async () => {
    const registry = await registryOf('none')
    const text = reviewedDraft(registry).replace(/ {2}servers:[^]*? {2}tools:/, '  tools:')
    expect(checkManifest(registry, parseManifest(text))).toMatchObject([
      { kind: 'server-not-listed' },
    ])
  })

  it('keeps environment and headers out of what is reviewed', async () => {
    const transport = { command: process.execPath, args: [program, 'none'], env: { TOKEN: 'hush' } }
    const tools = await mcpTools({ server: 'far', transport, report: () => undefined })
    await tools.close()
    expect(draftManifest(ToolRegistry.empty().register(...tools))).not.toContain('hush')
  })
})

describe('updateManifest for one server', () => {
  const own = (description: string) =>
    defineTool({
      server: 'own',
      name: 'tool',
      description: 'Own.',
      inputSchema: { ...object, description },
      call: () => null,
    })

  it('accepts what that server offers now, and nothing else', async () => {
    const before = await connect(serve([{ name: 'act', description: 'Acts.' }]))
    const after = await connect(serve([{ name: 'act', description: 'Acts well.' }]))
    const text = draftManifest(ToolRegistry.empty().register(...before.tools, own('a')))
    const registry = ToolRegistry.empty().register(...after.tools, own('b'))
    const manifest = parseManifest(updateManifest(text, registry, { server: 'far' }))
    const contracts = new Map(manifest.spec.tools.map(({ ref, contract }) => [ref, contract]))
    expect(contracts.get('tool://far/act')).toBe(contractDigest(registry.get('far/act')))
    expect(contracts.get('tool://own/tool')).toBe(contractDigest(own('a')))
  })

  it('says that there is no such server', () => {
    const registry = ToolRegistry.empty().register(own('a'))
    const update = () => updateManifest(draftManifest(registry), registry, { server: 'owm' })
    expect(update).toThrow('Servers: own.')
  })
})

describe('what a check notes of a foreign tool', () => {
  async function notesOf(annotations: object, options: Partial<McpToolsOptions> = {}) {
    const { tools } = await connect(
      serve([{ name: 'act', description: 'Acts.', annotations }]),
      options,
    )
    const registry = ToolRegistry.empty().register(...tools)
    const notes = foreignNotes(registry, parseManifest(draftManifest(registry)))
    return notes.map(({ subject, message }) => `${subject}: ${message}`)
  }

  const shared = 'server "far": one identity makes the calls of all tenants there.'
  const asRead = { tools: { act: { effect: 'read' } } } as const

  it.each<[string, object, Partial<McpToolsOptions>, string]>([
    [
      'a claim that it only reads',
      { readOnlyHint: true },
      {},
      'claims that it only reads; that is not believed, and it is run as "write"',
    ],
    ['a claim that it is idempotent', { idempotentHint: true }, {}, 'claims that it is idempotent'],
    [
      'a read that its server says is none',
      { readOnlyHint: false },
      asRead,
      'is run as a read, and its server says that it is none',
    ],
    [
      'a read that its server calls destructive',
      { destructiveHint: true },
      asRead,
      'is run as a read',
    ],
  ])('is %s', async (_, hints, options, words) => {
    const [note = '', ...others] = await notesOf(hints, options)
    expect(note).toContain(words)
    expect(others).toEqual([shared])
  })

  it('is nothing where the claim of the server is what was granted', async () => {
    expect(await notesOf({ readOnlyHint: true }, asRead)).toEqual([shared])
  })

  it('is that calls have credentials of their own', async () => {
    expect(await notesOf({}, { credentials: () => ({}) })).toEqual([
      'server "far": what its `credentials` say of a call goes out with it.',
    ])
  })
})
