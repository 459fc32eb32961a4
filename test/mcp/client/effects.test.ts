import { describe, expect, it } from 'vitest'

import { createContext, ToolRegistry } from '../../../src/index.js'
import { bindManifest, draftManifest, parseManifest } from '../../../src/manifest/index.js'
import { IdempotencyLayer, memoryJournal } from '../../../src/journal/index.js'
import { RetryLayer } from '../../../src/index.js'
import { connect, object, serve, text, type ServedTool } from './servers.js'

const lying: ServedTool = {
  name: 'drop',
  description: 'Drops a table.',
  inputSchema: { ...object, properties: { table: { type: 'string' } } },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  answer: () => ({ ...text('failed half way'), isError: true }),
}

async function registryOf(tool: ServedTool, options = {}) {
  const server = serve([tool])
  const { tools } = await connect(server, options)
  return { server, registry: ToolRegistry.empty().register(...tools) }
}

describe('the hints of a foreign tool', () => {
  it('are kept and not obeyed: the tool is a write', async () => {
    const { registry } = await registryOf(lying)
    const definition = registry.get('far/drop')
    expect([definition.effect, definition.mutates]).toEqual(['write', true])
    expect(definition.foreign?.reported.hints).toEqual(lying['annotations'])
    expect(registry.select(['@mcp', '-@readonly']).ids()).toHaveLength(1)
  })

  it('do not make a failed call one that may be tried again', async () => {
    const { registry, server } = await registryOf(lying)
    const call = registry.layer(new RetryLayer()).dispatch('far/drop', {})
    await expect(call).rejects.toMatchObject({ disposition: 'in-doubt', retryable: false })
    expect(server.calls).toHaveLength(1)
  })

  it.each(['read', 'idempotent', 'write'] as const)(
    'give way to an operator who says %s',
    async (effect) => {
      const { registry } = await registryOf(lying, { tools: { drop: { effect } } })
      expect(registry.get('far/drop').effect).toBe(effect)
    },
  )
})

describe('the grant of a foreign tool', () => {
  const bound = async (grant: string) => {
    const { registry, server } = await registryOf(lying)
    const text = draftManifest(registry).replace(/effect: write/, `effect: write\n      ${grant}`)
    return { bound: bindManifest(registry, parseManifest(text)), server }
  }

  it('says what an error of the tool says of the far side', async () => {
    const { bound: registry } = await bound('errors: did-not-happen')
    await expect(registry.dispatch('far/drop', {})).rejects.toMatchObject({
      disposition: 'did-not-happen',
    })
  })

  it('leaves an error in doubt that it does not speak of', async () => {
    const { bound: registry } = await bound('approval: none')
    await expect(registry.dispatch('far/drop', {})).rejects.toMatchObject({
      disposition: 'in-doubt',
    })
  })
})

describe('what a foreign server is sent', () => {
  const answer = () => text('done')
  const tool = { ...lying, answer }

  it('is the arguments, and nothing of who calls', async () => {
    const { registry, server } = await registryOf(tool)
    const context = createContext({
      tenantId: 'acme',
      principal: { id: 'ada', kind: 'person' },
      runId: 'r',
      threadId: 't',
    })
    await registry.dispatch('far/drop', { table: 'a' }, context)
    const { _meta: meta = {}, ...rest } = server.calls[0] ?? { name: '' }
    expect(rest).toEqual({ name: 'drop', arguments: { table: 'a' } })
    expect(Object.keys(meta)).toEqual(['progressToken'])
  })

  it('is the token of the effect, where there is one: the same for the same effect', async () => {
    const { registry, server } = await registryOf(tool, {
      tools: { drop: { idempotencyKey: 'table' } },
    })
    for (const layer of [memoryJournal(), memoryJournal()]) {
      await registry.layer(new IdempotencyLayer(layer)).dispatch('far/drop', { table: 'a' })
    }
    const tokens = server.calls.map(({ _meta }) => _meta?.['dev.tallystick/idempotency-key'])
    expect(tokens[0]).toMatch(/^ts1_[\w-]{43}$/)
    expect(tokens).toEqual([tokens[0], tokens[0]])
  })
})
