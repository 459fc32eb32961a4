import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { joinPath } from '../../../src/errors/argument-path.js'
import { escapeUnprintable, quoteName } from '../../../src/errors/quoted-name.js'
import { RedactionLayer } from '../../../src/layers/redaction-layer.js'
import { registryOf, tool } from '../../registry/tools.js'

const hidden = '[redacted]'

async function redact(text: string, ...patterns: readonly RegExp[]): Promise<unknown> {
  const registry = registryOf(tool({ call: () => text }))
  const outcome = await registry
    .layer(new RedactionLayer({ output: { patterns } }))
    .dispatch('shop/order', {})
  return outcome.status === 'output' ? outcome.value : outcome.status
}

/** What a model could still read of a secret: its digits, in a row. */
function longestDigits(text: unknown): number {
  const runs = String(text).match(/\d+/g) ?? []
  return Math.max(0, ...runs.map((run) => run.length))
}

describe('RedactionLayer, in escaped texts', () => {
  const key = /-----BEGIN KEY-----[^-]*-----END KEY-----/
  const lines = '-----BEGIN KEY-----\nabc\n-----END KEY-----'

  it.each([
    ['as it is', lines],
    ['in JSON', JSON.stringify(lines)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(lines))],
    ['with escapes of names', escapeUnprintable(lines)],
  ])('hides a secret %s', async (_how, text) => {
    const shown = await redact(`before ${text} after`, /KEY-----[\r\n]+abc/)
    expect(shown).not.toContain('abc')
    expect(shown).toMatch(/^before .* after$/s)
    expect(await redact(text, key)).not.toContain('abc')
  })

  it.each([
    ['quotes', 'pass"word'],
    ['backslashes', 'pass\\word'],
    ['slashes', 'pass/word'],
    ['other letters', 'pässword'],
    ['characters of two units', 'pass😀word'],
  ])('hides a secret with %s in JSON', async (_what, secret) => {
    const pattern = new RegExp(secret.replaceAll('\\', '\\\\'), 'u')
    const ascii = JSON.stringify({ secret }).replace(/[^ -~]/g, (unit) => {
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    for (const text of [secret, JSON.stringify({ secret }), ascii]) {
      expect(await redact(`x${text}y`, pattern)).toMatch(/^x.*\[redacted\].*y$/)
      expect(await redact(`x${text}y`, pattern)).not.toMatch(/pass|word/)
    }
  })

  it('leaves what is round an escaped secret as it is written', async () => {
    const text = '{"a":"\\n1234\\t","b":"\\u0041\\u{0042}"}'
    expect(await redact(text, /1\d{3}/)).toBe(`{"a":"\\n${hidden}\\t","b":"\\u0041\\u{0042}"}`)
  })

  it('takes a backslash that escapes nothing for itself', async () => {
    const text = 'C:\\dir\\u12 \\u{110000} 1234'
    expect(await redact(text, /\d{4}$/)).toBe(`C:\\dir\\u12 \\u{110000} ${hidden}`)
  })

  it('finds a secret however often JSON wraps it, up to twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.nat(2), async (around, depth) => {
        let text = `${around}\n4111 1111${around}`
        for (let count = 0; count < depth; count += 1) text = JSON.stringify(text)
        expect(await redact(text, /\n4111 1111/)).not.toContain('4111 1111')
      }),
    )
  })
})

describe('RedactionLayer, in clipped names', () => {
  const card = '4111111111111111'

  it.each([
    ['begins', 0],
    ['is cut', 55],
    ['begins at the end', 63],
  ])('hides a name in which a secret %s', async (_where, before) => {
    const name = quoteName(`${'n'.repeat(before)}${card}${'n'.repeat(60)}`)
    const shown = await redact(`There is no ${name} here.`, /\d{16}/)
    expect(shown).toBe(`There is no ${hidden} here.`)
  })

  it('hides a name that holds one secret whole and one cut', async () => {
    const name = quoteName(`${card} ${'n'.repeat(37)} ${card}`)
    expect(await redact(`There is no ${name}.`, /\d{16}/)).toBe(`There is no ${hidden}.`)
  })

  it('leaves none of a secret that was cut, whatever its name is made of', async () => {
    const units = fc.constantFrom('a', '"', '\\', '\u0000', '\u202e', '😀', '…', 'é', 'u')
    const names = fc.array(units, { maxLength: 64 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(names, names, async (before, after) => {
        const path = joinPath('root', `${before} ${card}${after}${'z'.repeat(64)}`)
        for (const text of [path, JSON.stringify(`${path} is not known.`)]) {
          expect(longestDigits(await redact(text, /\d{16}/))).toBeLessThan(5)
        }
      }),
      { numRuns: 80 },
    )
  })

  it.each([
    ['a sentence in quotes', `He said "${'so '.repeat(40)}…" and left.`],
    ['a short name', quoteName('n'.repeat(64))],
    ['quotes far apart', `"${'n'.repeat(900)}…"`],
  ])('leaves %s alone', async (_what, text) => {
    expect(await redact(text, /\d{16}/)).toBe(text)
  })

  it('searches a long hostile text in a moment', async () => {
    const startedAtMs = performance.now()
    for (const piece of ['…"', '"', '\\"', '"a\\"…', '\\\\"…"', '"\\u0000…"']) {
      await redact(piece.repeat(2 ** 18 / piece.length), /\d{16}/)
    }
    expect(performance.now() - startedAtMs).toBeLessThan(4_000)
  })
})
