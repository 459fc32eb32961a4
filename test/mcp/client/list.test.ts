import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, it } from 'vitest'

import { DefinitionError, ToolRegistry } from '../../../src/index.js'
import { mcpTools } from '../../../src/mcp/client/mcp-tools.js'
import type { McpToolsOptions } from '../../../src/mcp/client/mcp-tools-options.js'
import { scripted, type Script } from './scripted-server.js'
import { connect, object } from './servers.js'

const tool = (name: string, more: object = {}) => ({ name, inputSchema: object, ...more })

const listed = (...tools: object[]): Script => ({ list: () => ({ tools }) })

async function idsOf(script: Script): Promise<string[]> {
  const { tools } = await connect(scripted(script))
  return tools.map(({ id }) => id.toString())
}

async function problemOf(script: Script, options: Partial<McpToolsOptions> = {}): Promise<string> {
  const error: unknown = await connect(scripted(script), options).catch((thrown: unknown) => thrown)
  if (!DefinitionError.is(error)) throw new Error(`unexpected: ${String(error)}`)
  return error.message
}

describe('the tools of a foreign server', () => {
  it('are those of all pages', async () => {
    const pages: Record<string, object> = {
      '': { tools: [tool('a')], nextCursor: 'p2' },
      p2: { tools: [tool('b')], nextCursor: 'p3' },
      p3: { tools: [tool('c')], nextCursor: '' },
    }
    const list: Script['list'] = ({ params }) =>
      pages[(params['cursor'] as string | undefined) ?? '']
    expect(await idsOf({ list })).toEqual(['far/a', 'far/b', 'far/c'])
  })

  it.each<[string, Script['list'], Partial<McpToolsOptions>]>([
    ['comes back to a page it had', () => ({ tools: [], nextCursor: 'again' }), {}],
    ['has more than 100 pages', endless(() => []), {}],
    [
      'has more than 1000 tools',
      endless(() => [...Array(300).keys()].map((n) => tool(`t${n}`))),
      {},
    ],
    [
      'is longer than 9000 bytes',
      endless(() => [tool('a'.repeat(200), { description: 'x'.repeat(3000) })]),
      { limits: { maxListBytes: 9000 } },
    ],
    ['is no list', () => ({ tools: 'none' }), {}],
  ])('are not read from a list that %s', async (words, list, options) => {
    expect(await problemOf({ list: list ?? (() => undefined) }, options)).toContain(words)
  })

  it('are not waited for without end', async () => {
    const silent: Script = { list: () => undefined }
    expect(await problemOf(silent, { times: { connectMs: 50 } })).toContain('timed out')
  })

  it('may be none', async () => {
    expect(await idsOf(listed())).toEqual([])
  })

  it('leave out what is no tool, and say so', async () => {
    const entries = [
      null,
      7,
      {},
      tool(''),
      { name: 'bare' },
      tool('list', { inputSchema: { type: 'array' } }),
      tool('ok'),
    ]
    const { tools, findings } = await connect(scripted(listed(...(entries as object[]))))
    expect(tools.map(({ id }) => id.name)).toEqual(['ok'])
    expect(findings.map(({ kind }) => kind)).toEqual(Array(6).fill('refused-tool'))
  })

  it('keep a tool whose output schema is none', async () => {
    const outputSchema = { type: 'nonsense' }
    const { tools, findings } = await connect(scripted(listed(tool('a', { outputSchema }))))
    expect(tools[0]?.outputSchema).toBeUndefined()
    expect(findings).toMatchObject([{ kind: 'dropped-output-schema', tool: 'a' }])
  })

  it('keep an output schema that says nothing of its type', async () => {
    const outputSchema = { description: 'x' }
    const { tools, findings } = await connect(scripted(listed(tool('a', { outputSchema }))))
    expect(tools[0]?.outputSchema).toEqual(outputSchema)
    expect(findings).toEqual([])
  })

  it('name what the options say of tools that are not there', async () => {
    const { findings } = await connect(scripted(), { tools: { atc: { effect: 'read' } } })
    expect(findings).toMatchObject([{ kind: 'unknown-tool', tool: 'atc' }])
  })
})

describe('the schema of a foreign tool', () => {
  it.each([
    [
      '2020-12',
      { type: 'object', properties: { a: { type: 'array', prefixItems: [{ const: 1 }] } } },
    ],
    [
      'draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { a: { items: [{ const: 1 }] } },
      },
    ],
  ])('of %s stays as it is and is what arguments are held to', async (_, inputSchema) => {
    const { tools } = await connect(scripted(listed(tool('act', { inputSchema }))))
    expect(tools[0]?.inputSchema).toEqual(inputSchema)
    const call = ToolRegistry.empty()
      .register(...tools)
      .dispatch('far/act', { a: [2] })
    await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
  })

  it('that refers elsewhere is refused, and nothing is fetched', async () => {
    let asked = 0
    const elsewhere = createServer((_request, response) => response.end(String((asked += 1))))
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const inputSchema = { type: 'object', $ref: `http://127.0.0.1:${port}/schema` }
    const { tools, findings } = await connect(scripted(listed(tool('a', { inputSchema }))))
    elsewhere.close()
    expect([tools.length, asked]).toEqual([0, 0])
    expect(findings).toMatchObject([{ kind: 'refused-tool', tool: 'a' }])
  })
})

describe('the identity of a foreign tool', () => {
  it('is the name of the operator and that of the server, whatever the server calls itself', async () => {
    expect(await idsOf(listed(tool('create_issue')))).toEqual(['far/create_issue'])
  })

  it.each(['issues/list', 'a b', 'tab\tbed', 'zero\u200bwidth', 'braille\u2800'])(
    'is legal and its own for the name %j, and the server is called by its own name',
    async (name) => {
      const server = scripted({ ...listed(tool(name)), call: () => ({ content: [] }) })
      const { tools } = await connect(server)
      const id = String(tools[0]?.id)
      expect(id).toMatch(/^far\/[\w-]+_[0-9a-f]{10}$/)
      await ToolRegistry.empty()
        .register(...tools)
        .dispatch(id, {})
      expect(server.requests.at(-1)?.params['name']).toBe(name)
    },
  )

  it('does not depend on the order of the list', async () => {
    const names = [tool('a/b'), tool('a-b'), tool('a b')]
    const forth = await idsOf(listed(...names))
    expect(new Set(forth).size).toBe(3)
    expect((await idsOf(listed(...names.toReversed()))).toReversed()).toEqual(forth)
  })

  it('has a wire name that models can emit and a registry inverts, however long it is', async () => {
    const { tools } = await connect(scripted(listed(tool('x'.repeat(200)), tool('__odd--name'))))
    const registry = ToolRegistry.empty().register(...tools)
    expect(tools).toHaveLength(2)
    for (const { id, wireName } of tools) {
      expect(wireName).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
      expect(registry.resolve(wireName).id).toEqual(id)
    }
  })

  it('is refused where a server lists one name twice', async () => {
    expect(await problemOf(listed(tool('a'), tool('a')))).toContain(
      'lists the tool "a" more than once',
    )
  })

  it('is never that of a tool of another server', async () => {
    const [near, far] = await Promise.all(
      ['near', 'far'].map((server) => connect(scripted(), { server })),
    )
    const ids = [...(near?.tools ?? []), ...(far?.tools ?? [])].map(({ id }) => id.toString())
    expect(ids).toEqual(['near/act', 'far/act'])
  })
})

describe('mcpTools', () => {
  it.each<[string, object]>([
    ['server', { server: 'a-b' }],
    ['server', { server: 'mcp' }],
    ['transport', { transport: {} }],
    ['url', { transport: { url: 'ftp://x' } }],
    ['args', { transport: { command: 'x', args: 'y' } }],
    ['limits', { limits: { maxTools: 0 } }],
    ['protocol', { protocol: '2024' }],
    ['tranport', { tranport: 1 }],
  ])('refuses a wrong %s', async (name, wrong) => {
    const options = { server: 'far', transport: { command: 'x' }, ...wrong } as McpToolsOptions
    await expect(mcpTools(options)).rejects.toThrow(name)
  })

  it('goes on where whoever is told of findings throws', async () => {
    const report = () => {
      throw new Error('full')
    }
    const { tools } = await connect(scripted(listed(tool(''), tool('a'))), { report })
    expect(tools).toHaveLength(1)
  })

  it('says that a program cannot be started', async () => {
    const transport = { command: '/nowhere/to/be/found' }
    await expect(mcpTools({ server: 'far', transport, report: () => undefined })).rejects.toThrow(
      'ENOENT',
    )
  })
})

/** Pages that never end, each with another cursor. */
function endless(tools: () => object[]): Script['list'] {
  let page = 0
  return () => ({ tools: tools(), nextCursor: `page ${String((page += 1))}` })
}
