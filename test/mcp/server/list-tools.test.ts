import type { ListToolsResult, ProtocolError } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'

import { bindManifest } from '../../../src/manifest/bind-manifest.js'
import { parseManifest } from '../../../src/manifest/read/parse-manifest.js'
import { createServing } from '../../../src/mcp/server/serving/serving.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolGrant, ToolGrants } from '../../../src/tools/tool-grants.js'
import { connect, eras, later } from './connect.js'

function tool(id: string, more: Partial<DefineToolOptions> = {}) {
  const [server = '', name = ''] = id.split('/')
  return defineTool({ server, name, description: `${id}.`, call: () => 0, ...more })
}

const numbered = (count: number) =>
  ToolRegistry.empty().register(
    ...Array.from({ length: count }, (_, n) => tool(`s/t${n.toString().padStart(3, '0')}`)),
  )

/** A registry of one tool that is bound to these grants. */
function boundBy(findGrant: ToolGrants['findGrant'], count = 1): ToolRegistry {
  const registry = numbered(count)
  return registry.bind({ findGrant, getAgentEntries: () => [] }, registry.definitions)
}

const failing = () => {
  throw new Error('db password is hunter2')
}
const refusing = () => undefined
const grant: ToolGrant = {
  ...{ approval: 'none', needsClaim: false, digest: '' },
  completions: { trust: [], requireEqual: [] },
}

describe.each(eras)('tools/list of a %s client', (era) => {
  const list = async (registry: ToolRegistry, serve = {}) => {
    const { client } = await connect(registry, { era, serve })
    return (await client.listTools()).tools
  }

  it('lists by name, whatever order tools came in', async () => {
    const registry = ToolRegistry.empty().register(tool('b/one'), tool('a/two'), tool('c/alpha'))
    const names = (await list(registry)).map(({ name }) => name)
    expect(names).toEqual(['alpha', 'one', 'two'])
  })

  it('shows title, description and a closed schema', async () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string' } } } as const
    const [shown] = await list(
      ToolRegistry.empty().register(tool('a/b', { title: 'B', inputSchema })),
    )
    expect(shown).toMatchObject({ name: 'b', title: 'B', description: 'a/b.' })
    expect(shown?.inputSchema).toMatchObject({ type: 'object', properties: { a: {} } })
  })

  it.each([
    [{ mutates: false }, [true, false, true]],
    [{ effect: 'idempotent' }, [false, true, true]],
    [{}, [false, true, false]],
  ] as const)('derives all four hints from the effect: %j', async (effect, expected) => {
    const [shown] = await list(ToolRegistry.empty().register(tool('a/b', effect)))
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } =
      shown?.annotations ?? {}
    expect([readOnlyHint, destructiveHint, idempotentHint]).toEqual(expected)
    expect(openWorldHint).toBe(true)
  })

  it('wraps an output that is no object where the era takes objects only', async () => {
    const [shown] = await list(
      ToolRegistry.empty().register(tool('a/b', { outputSchema: { type: 'integer' } })),
    )
    expect(shown?.outputSchema).toMatchObject(
      era === 'legacy'
        ? { type: 'object', properties: { result: { type: 'integer' } }, required: ['result'] }
        : { type: 'integer' },
    )
  })

  it('gives large listings in pages, each tool once', async () => {
    const { client } = await connect(numbered(7), { era, serve: { pageSize: 3 } })
    const names: string[] = []
    const sizes: number[] = []
    let params: { cursor?: string } | undefined = {}
    while (params !== undefined) {
      const page: ListToolsResult = await client.request({ method: 'tools/list', params })
      names.push(...page.tools.map(({ name }) => name))
      sizes.push(page.tools.length)
      params = page.nextCursor === undefined ? undefined : { cursor: page.nextCursor }
    }
    expect(sizes).toEqual([3, 3, 1])
    expect(new Set(names).size).toBe(7)
  })

  it('refuses a cursor that no page gave', async () => {
    const { client } = await connect(numbered(1), { era })
    await expect(client.listTools({ cursor: 'mine' })).rejects.toMatchObject({ code: -32602 })
  })

  it('shows and calls only what is granted', async () => {
    const manifest = parseManifest(
      [
        'apiVersion: tallystick/v1',
        'kind: ToolManifest',
        'metadata: { name: m, version: "1" }',
        'spec: { tools: [{ ref: "tool://a/one", description: Reviewed. }] }',
      ].join('\n'),
    )
    const registry = ToolRegistry.empty().register(tool('a/one'), tool('a/two'))
    const bound = bindManifest(registry, manifest, { mode: 'warn', report: () => undefined })
    const { client } = await connect(bound, { era })
    expect((await client.listTools()).tools).toMatchObject([
      { name: 'one', description: 'Reviewed.' },
    ])
    await expect(client.callTool({ name: 'two' })).rejects.toMatchObject({ code: -32602 })
  })

  it('masks and reports what fails while it lists', async () => {
    const reported: unknown[] = []
    const { client } = await connect(boundBy(failing), {
      era,
      serve: { onError: (error: unknown) => reported.push(error) },
    })
    const listed = client.listTools()
    await expect(listed).rejects.toMatchObject({ code: -32603 })
    await expect(listed).rejects.toThrow(/Internal error\. Reference: [\w-]+\.$/)
    expect(reported).toMatchObject([{ message: 'db password is hunter2' }])
  })

  it.each([
    ['brings a state that is none', { requestState: 'x', inputResponses: {} }],
    ['brings a key that is none', { _meta: { 'dev.tallystick/idempotency-key': '' } }],
  ])('does not tell a tool without a grant from an unknown one to who %s', async (_, brought) => {
    const { client } = await connect(boundBy(refusing), { era, serve: { trustCallerKeys: true } })
    const refusalOf = (name: string) =>
      client
        .request({ method: 'tools/call', params: { name, ...brought } })
        .catch((error: unknown) => {
          const { code, message, data } = error as ProtocolError
          return { code, message, data }
        })
    expect(await refusalOf('t000')).toEqual(await refusalOf('nope'))
  })

  it('tells its client that other tools are granted', async () => {
    const told = later<unknown>()
    const { client, served } = await connect(numbered(1), {
      era,
      client: { listChanged: { tools: { onChanged: () => told.resolve('told'), debounceMs: 1 } } },
    })
    await client.listTools()
    served.toolsChanged()
    expect(await told.promise).toBe('told')
  })
})

describe('the names of served tools', () => {
  const two = ToolRegistry.empty().register(tool('a/same'), tool('b/same'), tool('a/other'))

  it('are bare, and two alike refuse to be served', () => {
    expect(() => createServing(two, {})).toThrow(
      'b/same: over MCP it and a/same would both be called "same".',
    )
  })

  it('are wire names where the operator says so', async () => {
    const { client } = await connect(two, { serve: { names: 'wire' } })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['a__other', 'a__same', 'b__same'])
  })

  it('are asked for their grants once each in a listing', () => {
    let asked = 0
    const registry = boundBy(() => {
      asked += 1
      return grant
    }, 50)
    const { listing } = createServing(registry, {})
    expect(listing.page(registry, 'modern', undefined)?.tools).toHaveLength(50)
    expect(asked).toBe(50)
  })

  it('are shown with what was made for the first listing', async () => {
    const { serving } = await connect(numbered(500))
    const { registry, listing } = serving
    const first = listing.page(registry, 'modern', undefined)
    const second = listing.page(registry, 'modern', undefined)
    expect(first?.tools[7]).toBe(second?.tools[7])
  })
})
