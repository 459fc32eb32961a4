import { describe, expect, it } from 'vitest'

import { RedactionLayer, type RedactionLayerOptions } from '../../../src/layers/redaction-layer.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolLayer } from '../../../src/tools/tool-layer.js'
import { layer, registryOf, rejection, tool } from '../../registry/tools.js'
import { exporting } from './exporting.js'

const open = { additionalProperties: true } as const
const echo = tool({ inputSchema: open, call: (args) => args })

/** What a span shows of the arguments of a call, through these layers, innermost first. */
async function capture(input: object, ...layers: readonly ToolLayer[]): Promise<unknown> {
  const { telemetry, spans } = exporting({ captureArguments: true })
  const registry = layers.reduce<ToolRegistry>((to, each) => to.layer(each), registryOf(echo))
  await registry
    .layer(telemetry)
    .dispatch('shop/order', input)
    .catch(() => undefined)
  const shown = spans().at(-1)?.attributes['gen_ai.tool.call.arguments']
  return typeof shown === 'string' ? (JSON.parse(shown) as unknown) : shown
}

function hiding(options: RedactionLayerOptions): ToolLayer {
  return new RedactionLayer(options)
}

const hidden = '[redacted]'

describe('TelemetryLayer, captureArguments', () => {
  it.each<[string, RedactionLayerOptions]>([
    ['a path of arguments', { arguments: { paths: ['pin'] } }],
    ['a pattern of arguments', { arguments: { patterns: [/\d{4}/] } }],
    ['a pattern of outputs', { output: { patterns: [/\d{4}/] } }],
  ])('shows nothing that is hidden by %s', async (_what, options) => {
    expect(await capture({ pin: '1234', n: 1 }, hiding(options))).toEqual({ pin: hidden, n: 1 })
  })

  it('shows what several redaction layers leave', async () => {
    const outer = hiding({ name: 'outer', output: { patterns: [/\d{4}/] } })
    const inner = hiding({ name: 'inner', arguments: { paths: ['card'] } })
    const shown = await capture({ pin: '1234', card: 'x', n: 1 }, inner, outer)
    expect(shown).toEqual({ pin: hidden, card: hidden, n: 1 })
  })

  it('shows the arguments as they are where the registry has no redaction layer', async () => {
    expect(await capture({ pin: '1234' })).toEqual({ pin: '1234' })
  })

  it('shows nothing of a call that comes to no redaction layer', async () => {
    const answering = layer('answers', async () => ({ status: 'output', value: 1 }))
    const redaction = hiding({ arguments: { paths: ['pin'] } })
    expect(await capture({ pin: '1234' }, redaction, answering)).toBeUndefined()
  })

  it('shows what is hidden of arguments that are refused then', async () => {
    const { telemetry, spans } = exporting({ captureArguments: true })
    const strict = tool({ inputSchema: { properties: { pin: { type: 'string', maxLength: 4 } } } })
    const redaction = hiding({ arguments: { paths: ['pin'] } })
    const registry = registryOf(strict).layer(redaction).layer(telemetry)
    await rejection(registry.dispatch('shop/order', { pin: '1234' }))
    expect(spans()[0]?.attributes['gen_ai.tool.call.arguments']).toBe(`{"pin":"${hidden}"}`)
  })

  it('keeps the arguments of a nested call in another registry off the span', async () => {
    const redaction = hiding({ arguments: { paths: ['pin'] } })
    const other = registryOf(echo).layer(redaction)
    const { telemetry, spans } = exporting({ captureArguments: true })
    const outer = tool({
      name: 'outer',
      inputSchema: open,
      call: async (_args, call) => (await other.dispatch('shop/order', { b: 1 }, call)).status,
    })
    await registryOf(outer).layer(redaction).layer(telemetry).dispatch('shop/outer', { a: 1 })
    expect(spans()[0]?.attributes['gen_ai.tool.call.arguments']).toBe('{"a":1}')
  })

  it('shows an output as redaction layers leave it', async () => {
    const { telemetry, spans } = exporting({ captureOutput: true })
    const redaction = hiding({ output: { patterns: [/\d{4}/] } })
    await registryOf(echo).layer(redaction).layer(telemetry).dispatch('shop/order', { pin: '1234' })
    expect(spans()[0]?.attributes['gen_ai.tool.call.result']).toBe(`{"pin":"${hidden}"}`)
  })
})
