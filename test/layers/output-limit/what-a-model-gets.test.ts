import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Issue } from '../../../src/errors/issue.js'
import { ToolError, type ToolErrorInit } from '../../../src/errors/tool-error.js'
import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { OutputLimitLayer } from '../../../src/layers/output-limit-layer.js'
import { RedactionLayer, type RedactionLayerOptions } from '../../../src/layers/redaction-layer.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { suspend, type Suspension } from '../../../src/tools/suspension.js'
import { layer, registryOf, rejection, tool } from '../../registry/tools.js'

function limited(
  registry: ToolRegistry,
  maxBytes: number,
  ...redactions: readonly RedactionLayerOptions[]
): ToolRegistry {
  const inner = registry.layer(new OutputLimitLayer({ maxBytes }))
  return redactions.reduce((to, each, index) => {
    return to.layer(new RedactionLayer({ name: `redaction ${index.toString()}`, ...each }))
  }, inner)
}

/** What a caller gets: the value, what it is asked, or the error. */
async function get(registry: ToolRegistry): Promise<unknown> {
  const outcome = await registry.dispatch('shop/order', {}).catch((thrown: unknown) => thrown)
  if (ToolError.is(outcome)) return outcome
  const { value, suspension } = outcome as { value?: unknown; suspension?: Suspension }
  return value ?? suspension
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
}

const marked = /\[… \d+ bytes left out\]/

describe('OutputLimitLayer, with redaction outside', () => {
  const longer = { output: { patterns: [/x/] }, replacement: '«hidden»' }

  it('keeps a text within the limit whose secrets are shorter than what replaces them', async () => {
    const registry = registryOf(tool({ call: () => 'a x '.repeat(30) }))
    const shown = await get(limited(registry, 128, longer))
    expect(sizeOf(shown)).toBeLessThanOrEqual(128)
    expect(shown).toMatch(marked)
    expect(shown).toMatch(/^a «hidden» a «hidden»/)
  })

  it('refuses an output that is too large once it is hidden', async () => {
    const registry = registryOf(
      tool({ call: () => ({ list: Array.from({ length: 20 }, () => 'x') }) }),
    )
    const error = await rejection(limited(registry, 128, longer).dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'OUTPUT_INVALID', disposition: 'landed' })
    expect(error.modelText).toMatch(/too large: \d+ bytes where at most 128 may be shown/)
  })

  it('lets an output pass that fits once it is hidden', async () => {
    const registry = registryOf(tool({ call: () => ({ blob: 'a'.repeat(500) }) }))
    const shown = await get(limited(registry, 64, { output: { paths: ['blob'] } }))
    expect(shown).toEqual({ blob: '[redacted]' })
  })

  it('keeps any text within the limit, with nothing that matches and the mark to be seen', async () => {
    const patterns = [/\d{4,}/, /\bab/, /b$/, /x/, /left/]
    const pieces = fc.constantFrom('a', 'b', 'ab', 'x', ' ', '\n', '12', '345', '6', 'é', '😀')
    const texts = fc.array(pieces, { maxLength: 150 }).map((parts) => parts.join(''))
    const options = fc.record({
      replacement: fc.constantFrom('', '•', '[redacted, as it may be a secret]'),
      chosen: fc.subarray(patterns),
    })
    const run = fc.asyncProperty(
      texts,
      fc.integer({ min: 64, max: 200 }),
      fc.array(options, { minLength: 1, maxLength: 2 }),
      async (text, maxBytes, layers) => {
        const redactions = layers
          .filter(({ replacement }) => !patterns.some((pattern) => pattern.test(replacement)))
          .map(({ replacement, chosen }) => ({ replacement, output: { patterns: chosen } }))
        const shown = await get(
          limited(registryOf(tool({ call: () => text })), maxBytes, ...redactions),
        )
        if (ToolError.is(shown)) return expect(shown.code).toBe('OUTPUT_INVALID')
        expect(sizeOf(shown)).toBeLessThanOrEqual(maxBytes)
        const whole = await get(
          limited(registryOf(tool({ call: () => text })), 9999, ...redactions),
        )
        if (sizeOf(whole) > maxBytes) expect(shown).toContain('…')
        else expect(shown).toBe(whole)
      },
    )
    await fc.assert(run, { numRuns: 80 })
  })

  it('refuses a text that redaction layers make longer each time they see it', async () => {
    const inner = { output: { patterns: [/x/] }, replacement: 'yy' }
    const outer = { output: { patterns: [/y/] }, replacement: 'xx' }
    const registry = registryOf(tool({ call: () => `x${'a'.repeat(100)}` }))
    const error = await rejection(limited(registry, 64, inner, outer).dispatch('shop/order', {}))
    expect(error.code).toBe('OUTPUT_INVALID')
  })

  it('does not take the redaction of an outer call for that of a nested one', async () => {
    const inner = registryOf(tool({ call: () => 'x'.repeat(200) })).layer(
      new OutputLimitLayer({ maxBytes: 64 }),
    )
    let seen: unknown
    const outer = tool({
      name: 'outer',
      call: async (_args, call) => void (seen = await inner.dispatch('shop/order', {}, call)),
    })
    await registryOf(outer).layer(new RedactionLayer(longer)).dispatch('shop/outer', {})
    expect(seen).toMatchObject({ value: expect.stringMatching(/^x+\n/) })
  })
})

describe('OutputLimitLayer, with suspensions', () => {
  function asking(reason: string, inputSchema: JsonSchema = {}): ToolRegistry {
    const suspension = { ...suspend({ reason, inputSchema }), id: 's-1' }
    return registryOf(tool()).layer(
      layer('journal', async () => ({ status: 'suspended', suspension })),
    )
  }

  it('cuts a reason that is too long, and says how much it left out', async () => {
    const shown = (await get(limited(asking('a'.repeat(500)), 64))) as Suspension
    expect(shown.reason).toMatch(/^a+\n\[… \d+ bytes left out\]$/)
    expect(sizeOf(shown.reason) + sizeOf(shown.inputSchema)).toBeLessThanOrEqual(64)
    expect(shown.id).toBe('s-1')
  })

  it('lets what just fits pass as it is', async () => {
    const shown = await get(limited(asking('a'.repeat(62)), 64))
    expect(shown).toMatchObject({ reason: 'a'.repeat(62), inputSchema: {} })
  })

  it('leaves room for the form of the answer, which stays whole', async () => {
    const form = { title: 't'.repeat(60) }
    const shown = (await get(limited(asking('a'.repeat(500), form), 128))) as Suspension
    expect(shown.inputSchema).toEqual(form)
    expect(sizeOf(shown.reason) + sizeOf(form)).toBeLessThanOrEqual(128)
    expect(shown.reason).toMatch(marked)
  })

  it('refuses a form that is too large, in doubt and without its content', async () => {
    const registry = asking('a', { title: 'secret'.repeat(50) })
    const error = await rejection(limited(registry, 64).dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'OUTPUT_INVALID', disposition: 'in-doubt' })
    expect(error.message + error.modelText).not.toContain('secret')
  })

  it('cuts what redaction leaves of a reason', async () => {
    const redaction = { output: { patterns: [/\d{8}/] } }
    for (let before = 0; before < 50; before += 1) {
      const reason = `${'a'.repeat(before)}12345678${'a'.repeat(100)}`
      const shown = (await get(limited(asking(reason), 64, redaction))) as Suspension
      expect(shown.reason.replace(/\d+ bytes/, '')).not.toMatch(/\d/)
    }
  })
})

describe('OutputLimitLayer, with errors', () => {
  function failing(init: Partial<ToolErrorInit>): ToolRegistry {
    return registryOf(tool()).layer(
      layer('fails', () => {
        const common = { code: 'TOOL_FAILED', disposition: 'in-doubt', message: 'no' } as const
        throw new ToolError({ ...common, ...init })
      }),
    )
  }

  it('cuts the words of a failure, and says how much it left out', async () => {
    const failure = new ToolFailure('a'.repeat(1000), { disposition: 'did-not-happen' })
    const registry = registryOf(tool({ call: () => Promise.reject(failure) }))
    const error = await rejection(limited(registry, 300).dispatch('shop/order', {}))
    expect(sizeOf(error.modelText)).toBeLessThanOrEqual(300)
    expect(error.modelText).toMatch(/^a+\n\[… \d+ bytes left out\]$/)
    expect(error).toMatchObject({ code: 'TOOL_FAILED', disposition: 'did-not-happen' })
    expect(error.message).toContain('a'.repeat(1000))
  })

  it('never cuts the constant sentences, whose reference must be found', async () => {
    const registry = registryOf(tool({ call: () => Promise.reject(new Error('x')) }))
    const error = await rejection(limited(registry, 64).dispatch('shop/order', {}))
    expect(error.modelText).toContain(`Reference: ${String(error.reference)}.`)
  })

  it('cuts what redaction leaves of the words', async () => {
    const redaction = { output: { patterns: [/\d{8}/] }, replacement: '[hidden, as it is secret]' }
    for (let before = 180; before < 256; before += 1) {
      const modelText = `${'a'.repeat(before)}12345678${'a'.repeat(100)}`
      const error = await rejection(
        limited(failing({ modelText }), 64, redaction).dispatch('shop/order', {}),
      )
      expect(sizeOf(error.modelText)).toBeLessThanOrEqual(256)
      expect(error.modelText.replace(/\d+ bytes/, '')).not.toMatch(/\d/)
      expect(error.modelText).toMatch(marked)
    }
  })

  it('says the constant sentence where the words fit in no way', async () => {
    const redaction = { output: { patterns: [/…/] }, replacement: 'h'.repeat(400) }
    const registry = failing({ modelText: 'a'.repeat(1000) })
    const error = await rejection(limited(registry, 300, redaction).dispatch('shop/order', {}))
    expect(error.modelText).toBe(
      'The tool failed unexpectedly. It is not known whether it took effect.',
    )
  })

  it('keeps as many issues as fit, and counts the others', async () => {
    const issues = Array.from({ length: 40 }, (_unused, index): Issue => {
      return { path: `lines[${index.toString()}]`, code: 'min', message: 'm'.repeat(60) }
    })
    const error = await rejection(limited(failing({ issues }), 1000).dispatch('shop/order', {}))
    expect(sizeOf(error.issues)).toBeLessThanOrEqual(1000)
    expect(error.issues.slice(0, -1)).toEqual(issues.slice(0, error.issues.length - 1))
    const leftOut = (40 - (error.issues.length - 1)).toString()
    const message = `${leftOut} more issues are left out.`
    expect(error.issues.at(-1)).toEqual({ path: '', code: 'moreIssues', message })
  })

  it('keeps an error that is within the limit as it is', async () => {
    const issues = [{ path: 'a', code: 'min', message: 'a is too small.' }]
    const error = await rejection(
      limited(failing({ issues, modelText: 'short' }), 64).dispatch('shop/order', {}),
    )
    expect(error).toMatchObject({ issues, modelText: 'short' })
  })
})
