import { describe, expect, it } from 'vitest'

import { ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { RedactionLayer, type RedactionLayerOptions } from '../../src/layers/redaction-layer.js'
import type { JsonValue } from '../../src/schema/json.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { suspend } from '../../src/tools/suspension.js'
import { problemsOf } from '../container/problems-of.js'
import { layer, registryOf, rejection, tool } from '../registry/tools.js'

const open = { inputSchema: { additionalProperties: true }, call: (args: unknown) => args }

function redacting(
  options: RedactionLayerOptions,
  facts: Parameters<typeof tool>[0] = open,
): ToolRegistry {
  return registryOf(tool(facts)).layer(new RedactionLayer(options))
}

async function redact(value: unknown, output: RedactionLayerOptions['output']): Promise<unknown> {
  const outcome = await redacting({ output }, { call: () => value }).dispatch('shop/order', {})
  return outcome.status === 'output' ? outcome.value : outcome.status
}

const hidden = '[redacted]'
const digits = [/\d{4,}/]

describe('RedactionLayer', () => {
  it.each([
    ['card', { card: '4111', n: 1 }, { card: hidden, n: 1 }],
    [
      'lines[].card',
      { lines: [{ card: 1 }, { qty: 2 }] },
      { lines: [{ card: hidden }, { qty: 2 }] },
    ],
    ['[].card', [{ card: 'x' }, 'card'], [{ card: hidden }, 'card']],
    [
      'a.b.c',
      { a: { b: { c: { deep: true } } }, b: { c: 1 } },
      { a: { b: { c: hidden } }, b: { c: 1 } },
    ],
    ['rows[][]', { rows: [[1, 2], []] }, { rows: [[hidden, hidden], []] }],
    ['owner["tax id"]', { owner: { 'tax id': '9' } }, { owner: { 'tax id': hidden } }],
    ['["a\\"b"]', { 'a"b': 1 }, { 'a"b': hidden }],
    ['card', { card: null }, { card: null }],
    ['card', { cards: ['card'] }, { cards: ['card'] }],
    ['lines[].card', { lines: { card: 1 } }, { lines: { card: 1 } }],
  ] as [string, JsonValue, JsonValue][])(
    'hides the path %s in %j [REG-10]',
    async (path, value, expected) => {
      expect(await redact(value, { paths: [path] })).toEqual(expected)
    },
  )

  it.each([
    ['in a text', 'pin 1234!', 'pin [redacted]!'],
    ['twice in a text', '1234 56 7890', '[redacted] 56 [redacted]'],
    ['in a text deep inside', { a: [{ b: '1234' }] }, { a: [{ b: hidden }] }],
    ['as a number', { pin: 1234, n: 12 }, { pin: hidden, n: 12 }],
    ['in a key', { 1234: 'a' }, { [hidden]: 'a' }],
  ])('hides what matches a pattern %s [REG-10]', async (_where, value, expected) => {
    expect(await redact(value, { patterns: digits })).toEqual(expected)
  })

  it('hides in arguments before anything further in sees them [REG-10]', async () => {
    const seen: unknown[] = []
    const looking = layer('looks', (call, next) => (seen.push(call.arguments), next(call)))
    const redaction = new RedactionLayer({ arguments: { paths: ['card'], patterns: digits } })
    const registry = registryOf(tool(open)).layer(looking).layer(redaction)
    const outcome = await registry.dispatch('shop/order', { card: 'x', note: 'call 5551234' })
    const expected = { card: hidden, note: 'call [redacted]' }
    expect([outcome, seen]).toEqual([{ status: 'output', value: expected }, [expected]])
  })

  it('admits changed arguments again, and refuses what they are no longer', async () => {
    const inputSchema = { properties: { card: { type: 'string', maxLength: 5 } } } as const
    const registry = redacting({ arguments: { paths: ['card'] } }, { inputSchema })
    const error = await rejection(registry.dispatch('shop/order', { card: '4111' }))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS', issues: [{ path: 'card' }] })
  })

  it('refuses an output that breaks its schema once it is hidden, as landed', async () => {
    const outputSchema = { type: 'object', properties: { pin: { type: 'integer' } } } as const
    const facts = { outputSchema, call: () => ({ pin: 1234 }) }
    const error = await rejection(
      redacting({ output: { paths: ['pin'] } }, facts).dispatch('shop/order', {}),
    )
    expect(error).toMatchObject({ code: 'OUTPUT_INVALID', disposition: 'landed' })
    expect(error.message).not.toContain('1234')
  })

  it('passes on as it is what has nothing to hide', async () => {
    const outcome = { status: 'output', value: { a: ['b'] }, deduplicatedFrom: 'c-1' } as const
    const redaction = new RedactionLayer({ output: { patterns: digits, paths: ['card'] } })
    const registry = registryOf(tool())
      .layer(layer('records', async () => outcome))
      .layer(redaction)
    expect(await registry.dispatch('shop/order', {})).toEqual(outcome)
  })

  it('hides in the reason of a suspension', async () => {
    const suspension = { ...suspend({ reason: 'Send 1234?', inputSchema: {} }), id: 's-1' }
    const parking = layer('journal', async () => ({ status: 'suspended', suspension }))
    const redaction = new RedactionLayer({ output: { patterns: digits } })
    const outcome = await registryOf(tool())
      .layer(parking)
      .layer(redaction)
      .dispatch('shop/order', {})
    expect(outcome).toMatchObject({ suspension: { reason: 'Send [redacted]?', id: 's-1' } })
  })

  it('hides in the words of an error, and changes nothing else of it', async () => {
    const failure = new ToolFailure('Card 4111 was declined.', {
      disposition: 'did-not-happen',
      retryable: true,
    })
    const facts = { call: () => Promise.reject(failure) }
    const error = await rejection(
      redacting({ output: { patterns: digits } }, facts).dispatch('shop/order', {}),
    )
    expect(error).toMatchObject({
      code: 'TOOL_FAILED',
      disposition: 'did-not-happen',
      retryable: true,
    })
    expect(error.modelText).toBe('Card [redacted] was declined.')
    expect(JSON.stringify(error) + error.message).not.toContain('4111')
  })

  it('hides in the issues of an error', async () => {
    const issues = [{ path: 'pin', code: 'taken', message: 'pin: 1234 is taken.' }]
    const failing = layer('fails', () => {
      throw new ToolError({
        code: 'INVALID_ARGUMENTS',
        disposition: 'did-not-happen',
        message: 'no',
        issues,
      })
    })
    const redaction = new RedactionLayer({ output: { patterns: digits } })
    const error = await rejection(
      registryOf(tool()).layer(failing).layer(redaction).dispatch('shop/order', {}),
    )
    expect(error.issues).toEqual([{ ...issues[0], message: 'pin: [redacted] is taken.' }])
    expect(error.modelText).toBe('The arguments were refused.\n- pin: [redacted] is taken.')
  })

  it('is not led astray by what a pattern remembers', async () => {
    const shared = /\d{4,}/gy
    shared.lastIndex = 7
    const registry = redacting({ output: { patterns: [shared] } }, { call: () => 'a 1234 b 5678' })
    for (let run = 0; run < 3; run += 1) {
      expect(await registry.dispatch('shop/order', {})).toMatchObject({
        value: 'a [redacted] b [redacted]',
      })
    }
    expect(shared.lastIndex).toBe(7)
  })

  it('brings nothing back by what a replacement means to `replace`', async () => {
    const options = { output: { patterns: [/secret/] }, replacement: '<$&>' }
    const registry = redacting(options, { call: () => 'a secret' })
    expect(await registry.dispatch('shop/order', {})).toMatchObject({ value: 'a <$&>' })
  })

  it('looks again at what a replacement has left', async () => {
    const registry = redacting(
      { output: { patterns: [/ab/] }, replacement: '' },
      { call: () => 'xaabbx' },
    )
    expect(await registry.dispatch('shop/order', {})).toMatchObject({ value: 'xx' })
  })

  it('replaces as a whole what still matches after a few passes, or is too long to search', async () => {
    const nested = `${'a'.repeat(9)}${'b'.repeat(9)}`
    const registry = (text: string) =>
      redacting({ output: { patterns: [/ab/] }, replacement: '' }, { call: () => text })
    expect(await registry(nested).dispatch('shop/order', {})).toMatchObject({ value: '' })
    const long = registry('x'.repeat(2 ** 20 + 1))
    expect(await long.dispatch('shop/order', {})).toMatchObject({ value: '' })
  })

  it('walks the deepest output without running out of stack', async () => {
    let deep: unknown = 'pin 1234'
    for (let level = 0; level < 999; level += 1) deep = [deep]
    expect(JSON.stringify(await redact(deep, { patterns: digits }))).toContain('"pin [redacted]"')
  })

  it('keeps a member that is called __proto__ a member', async () => {
    const value: unknown = JSON.parse('{"__proto__": {"pin": "1234"}}')
    const shown = JSON.stringify(await redact(value, { patterns: digits }))
    expect(shown).toBe('{"__proto__":{"pin":"[redacted]"}}')
  })

  it.each([
    [
      'arguments that are nothing',
      { arguments: null },
      'RedactionLayer, arguments: it is not an object.',
    ],
    ['arguments in a list', { arguments: [] }, 'RedactionLayer, arguments: it is not an object.'],
    ['output that is a text', { output: 'card' }, 'RedactionLayer, output: it is not an object.'],
    [
      'a replacement that is no text',
      { output: { patterns: [/7/] }, replacement: 7 },
      'RedactionLayer: the option "replacement" has a wrong value.',
    ],
    ['options that are nothing', null, 'RedactionLayer: the options are not an object.'],
  ])('refuses %s', (_what, options, told) => {
    const wrong = problemsOf(() => new RedactionLayer(options as never))
    expect(wrong.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([told])
  })

  it('refuses everything that is wrong with its options at once', () => {
    const options = {
      replacement: '[hidden]',
      arguments: { paths: ['lines[0].card', 'a..b', '', '.a', 'a['], patterns: [/x*/, /hid/] },
      output: { patterns: ['secret'] },
      both: {},
    }
    const wrong = problemsOf(() => new RedactionLayer(options as never))
    expect(wrong.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
      'RedactionLayer: there is no option "both".',
      'RedactionLayer, arguments.paths[0] "lines[0].card": it is not a path.',
      'RedactionLayer, arguments.paths[1] "a..b": it is not a path.',
      'RedactionLayer, arguments.paths[2] "": it is not a path.',
      'RedactionLayer, arguments.paths[3] ".a": it is not a path.',
      'RedactionLayer, arguments.paths[4] "a[": it is not a path.',
      'RedactionLayer, arguments.patterns[0]: it matches the empty text, so that it hides nothing.',
      'RedactionLayer, arguments.patterns[1]: it matches the replacement itself.',
      'RedactionLayer, output: the option "patterns" has a wrong value.',
    ])
  })
})
