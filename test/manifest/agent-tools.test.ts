import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import { resolveAgentTools, type SelectableTool } from '../../src/manifest/agents/agent-tools.js'
import { selectableTools } from '../../src/manifest/agents/selectable-tools.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { grantData } from './documents.js'
import { manifestWith, registryOf, tool } from './tools.js'

const registry = registryOf(
  tool({ effect: 'read', groups: ['sales'] }),
  tool({ name: 'pay' }),
  tool({ server: 'till', name: 'pay', source: 'scripts' }),
  tool({ server: 'hub', name: 'find', source: 'mcp', effect: 'read' }),
  tool({ server: 'hub', name: 'odd?', source: 'mcp' }),
  tool({ server: 'flow', name: 'stop', control: true, groups: ['sales'] }),
)

const manifest = manifestWith({
  tools: registry.definitions.map(({ id, effect }) => grantData({ ref: id.reference(), effect })),
})
const tools = selectableTools(manifest, registry.definitions)

const targets = fc.constantFrom(
  ...['@all', '@builtin', '@subagent', '@scripts', '@mcp', '@readonly', '@nobody', '@server:hub'],
  ...['@server:none', '@group:sales', '@group:none', 'shop/order', 'tool://shop/pay', 'till__pay'],
  ...['pay', 'find', 'none', 'hub/odd?', 'odd?', 'stop', 'flow/stop', '@server:flow'],
)
const entries = fc.array(
  fc
    .tuple(fc.constantFrom('', '', '-'), targets, fc.constantFrom('', '', '?'))
    .map((parts) => parts.join('')),
  { maxLength: 4 },
)

/** What the registry selects; undefined where it refuses the list. */
function selected(from: ToolRegistry, list: readonly string[]): readonly string[] | undefined {
  try {
    return from.select(list).ids().map(String)
  } catch (error) {
    if (DefinitionError.is(error)) return undefined
    throw error
  }
}

describe('resolveAgentTools', () => {
  it('decides what `select` of a registry decides, and refuses what it refuses', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const { ids, possible, unknown } = resolveAgentTools(list, tools)
        expect(unknown.length === 0 ? ids : undefined).toEqual(selected(registry, list))
        expect(possible).toEqual([])
      }),
      { numRuns: 2000 },
    )
  }, 60_000)

  it('rules nothing out that is not known, and takes nothing for granted', () => {
    const unknown = { source: undefined, isRead: undefined, groups: undefined }
    const blurred = tools.map((one): SelectableTool => ({ ...one, ...unknown }))
    fc.assert(
      fc.property(entries, (list) => {
        const [sharp, blur] = [tools, blurred].map((some) => resolveAgentTools(list, some))
        const reach = [...(blur?.ids ?? []), ...(blur?.possible ?? [])]
        expect(reach).toEqual(expect.arrayContaining([...(sharp?.ids ?? [])]))
        expect(sharp?.ids).toEqual(expect.arrayContaining([...(blur?.ids ?? [])]))
      }),
    )
  })

  it('names the entries that name nothing, with their index', () => {
    expect(resolveAgentTools(['@all', 'none', 'pay'], tools).unknown).toEqual([
      { index: 1, entry: 'none', candidates: [] },
      { index: 2, entry: 'pay', candidates: ['shop/pay', 'till/pay'] },
    ])
  })
})

describe('selectableTools', () => {
  it('counts a tool as read by what its grant makes of it', () => {
    const strict = manifestWith({ tools: [grantData({ effect: 'write' })] })
    expect(selectableTools(strict, registry.definitions)).toMatchObject([{ isRead: false }])
  })

  it('takes the tools of a server that the document names for foreign ones', () => {
    const servers = [{ name: 'shop', transport: { command: 'shop' } }]
    const foreign = manifestWith({ tools: [grantData()], servers })
    expect(selectableTools(foreign, [])).toMatchObject([{ source: 'mcp', isRead: false }])
  })
})
