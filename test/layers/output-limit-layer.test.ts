import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  OutputLimitLayer,
  type OutputLimitLayerOptions,
} from '../../src/layers/output-limit-layer.js'
import { RedactionLayer } from '../../src/layers/redaction-layer.js'
import type { ToolOutcome } from '../../src/tools/outcome.js'
import { problemsOf } from '../container/problems-of.js'
import { layer, registryOf, rejection, tool } from '../registry/tools.js'

type Facts = Parameters<typeof tool>[0]

function limit(output: unknown, maxBytes = 100, facts: Facts = {}): Promise<ToolOutcome> {
  const definition = tool({ call: () => output, ...facts })
  return registryOf(definition).layer(new OutputLimitLayer({ maxBytes })).dispatch('shop/order', {})
}

async function cut(text: string, maxBytes?: number): Promise<string> {
  const outcome = await limit(text, maxBytes)
  return (outcome as { readonly value: string }).value
}

describe('OutputLimitLayer', () => {
  it.each([
    ['a text that just fits', 'a'.repeat(100)],
    ['a text of two-byte characters that just fits', 'é'.repeat(50)],
    ['an object that just fits', { text: 'a'.repeat(89) }],
    ['a number', 1e300],
    ['nothing', null],
  ])('leaves %s alone', async (_what, output) => {
    expect(await limit(output)).toEqual({ status: 'output', value: output })
  })

  it('cuts a text that is too long, and says how much it left out [REG-10]', async () => {
    const text = await cut('a'.repeat(1000))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100)
    expect(text).toBe(`${'a'.repeat(74)}\n[… 926 bytes left out]`)
  })

  it('cuts any text between characters, within the limit, to a true count', async () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 30, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 64, max: 300 }), async (text, maxBytes) => {
        const shown = await cut(text, maxBytes)
        fc.pre(Buffer.byteLength(text) > maxBytes)
        const [, kept = '', leftOut] = /^([^]*)\n\[… (\d+) bytes left out\]$/.exec(shown) ?? []
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(maxBytes)
        expect(text.startsWith(kept) && Buffer.from(kept).toString() === kept).toBe(true)
        expect(Buffer.byteLength(kept) + Number(leftOut)).toBe(Buffer.byteLength(text))
      }),
    )
  })

  it.each([
    ['an object', { secret: 'a'.repeat(100) }],
    ['a list', Array.from({ length: 60 }, () => 1)],
  ])(
    'refuses %s that is too large, as landed and without its content [REG-10]',
    async (_what, output) => {
      const error = await rejection(limit(output))
      expect(error).toMatchObject({
        code: 'OUTPUT_INVALID',
        disposition: 'landed',
        retryable: false,
      })
      expect(error.modelText).toMatch(/too large: \d+ bytes where at most 100 may be shown/)
      expect(error.message + error.modelText).not.toContain('secret')
    },
  )

  it('refuses a text that would break its schema when cut', async () => {
    const outputSchema = { type: 'string', pattern: '^a+$' } as const
    const error = await rejection(limit('a'.repeat(200), 100, { outputSchema }))
    expect(error).toMatchObject({ code: 'OUTPUT_INVALID', disposition: 'landed' })
    expect(error.message).toContain('Cut, it would break its schema')
  })

  it('cuts a text that came from a record, and still says so', async () => {
    const recorded = { status: 'output', value: 'a'.repeat(500), deduplicatedFrom: 'c-1' } as const
    const registry = registryOf(tool()).layer(layer('records', async () => recorded))
    const outcome = await registry
      .layer(new OutputLimitLayer({ maxBytes: 64 }))
      .dispatch('shop/order', {})
    expect(outcome).toMatchObject({
      deduplicatedFrom: 'c-1',
      value: expect.stringContaining('left out'),
    })
  })

  it('cuts what redaction has left of a text, so that half a secret is never shown', async () => {
    const definition = tool({ call: () => 'pin 12345678 '.repeat(40) })
    for (let maxBytes = 64; maxBytes < 90; maxBytes += 1) {
      const registry = registryOf(definition)
        .layer(new OutputLimitLayer({ maxBytes }))
        .layer(new RedactionLayer({ output: { patterns: [/\b\d{8}\b/] } }))
      const shown = JSON.stringify(await registry.dispatch('shop/order', {}))
      expect(shown.replace(/\d+ bytes/, '')).not.toMatch(/\d/)
    }
  })

  it('lets 64 KiB pass unless told otherwise', async () => {
    const registry = (size: number) =>
      registryOf(tool({ call: () => 'a'.repeat(size) })).layer(new OutputLimitLayer())
    const sizes = [64 * 1024, 64 * 1024 + 1]
    const outcomes = await Promise.all(
      sizes.map((size) => registry(size).dispatch('shop/order', {})),
    )
    expect(outcomes.map((outcome) => JSON.stringify(outcome).includes('left out'))).toEqual([
      false,
      true,
    ])
  })

  it.each([0, 63, 1.5, Infinity, '100'])('refuses a limit of %s', (maxBytes) => {
    const construct = (): unknown => new OutputLimitLayer({ maxBytes } as OutputLimitLayerOptions)
    expect(problemsOf(construct)).toMatchObject([
      { message: 'the option "maxBytes" has a wrong value.' },
    ])
  })
})
