import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { OutputLimitLayer } from '../../../src/layers/output-limit-layer.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { suspend } from '../../../src/tools/suspension.js'
import { connect, eras, textOf } from './connect.js'
import { answering, sizes } from './waiting-tools.js'

const maxBytes = 300
const facts = { server: 'test', name: 'run', description: 'Runs.' }
const cut = /^(a+)\n\[… (\d+) bytes left out\]$/

describe.each(eras)('what is too large for an OutputLimitLayer, for a %s client', (era) => {
  const call = async (body: DefineToolOptions['call'], more: Partial<DefineToolOptions> = {}) => {
    const registry = ToolRegistry.empty()
      .register(defineTool({ ...facts, ...more, call: body }))
      .layer(new OutputLimitLayer({ maxBytes }))
    const { client } = await connect(registry, { era })
    // The client holds structured content to the schema that the list has.
    await client.listTools()
    return client.callTool({ name: 'run' })
  }

  it('is cut where it is a text, with a mark that says how much was left out', async () => {
    const result = await call(() => 'a'.repeat(1000))
    const [, kept = '', leftOut] = cut.exec(textOf(result)) ?? []
    expect(kept.length + Number(leftOut)).toBe(1000)
    expect(Buffer.byteLength(textOf(result))).toBeLessThanOrEqual(maxBytes)
    expect(result.content).toHaveLength(1)
    expect([result.isError, result.structuredContent]).toEqual([undefined, undefined])
  })

  it('is cut for programs, too, where a text is declared', async () => {
    const result = await call(() => 'a'.repeat(1000), { outputSchema: { type: 'string' } })
    expect(textOf(result)).toMatch(cut)
    const text = textOf(result)
    expect(result.structuredContent).toEqual(era === 'legacy' ? { result: text } : text)
  })

  it.each<[string, unknown, Partial<DefineToolOptions>]>([
    ['an object', { rows: 'a'.repeat(1000) }, {}],
    ['a list', Array(500).fill('a'), {}],
    [
      'an object that is declared',
      { rows: 'a'.repeat(1000) },
      { outputSchema: { type: 'object', properties: { rows: { type: 'string' } } } },
    ],
    [
      'a text that would break its schema when cut',
      'a'.repeat(1000),
      { outputSchema: { type: 'string', pattern: '^a+$' } },
    ],
  ])('is refused in words where it is %s, with nothing of it', async (_what, output, more) => {
    const result = await call(() => output, more)
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'dev.tallystick/error': { code: 'OUTPUT_INVALID', disposition: 'landed' } },
    })
    expect(textOf(result)).toMatch(
      /^The tool ran, but its result is too large: \d+ bytes where at most 300 may be shown\. .*Ask for less\.$/,
    )
    expect(result.structuredContent).toBeUndefined()
    expect(JSON.stringify(result)).not.toMatch(/aaa|"a"|rows/)
  })

  it('is cut where it is what an author says of a failure, which it stays', async () => {
    const result = await call(() => {
      throw new ToolFailure('a'.repeat(1000), { disposition: 'did-not-happen' })
    })
    expect(textOf(result)).toMatch(cut)
    expect(Buffer.byteLength(textOf(result))).toBeLessThanOrEqual(maxBytes)
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'dev.tallystick/error': { code: 'TOOL_FAILED', disposition: 'did-not-happen' } },
    })
  })

  it('is cut where it is a question, which a person answers as it is', async () => {
    const asking = defineTool({
      ...facts,
      call: () => suspend({ reason: 'a'.repeat(1000), inputSchema: sizes }),
    })
    const registry = ToolRegistry.empty()
      .register(asking)
      .layer(new IdempotencyLayer(memoryJournal()))
      .layer(new OutputLimitLayer({ maxBytes }))
    const person = answering({ action: 'accept', content: { size: 7 } })
    const { client } = await connect(registry, { era, ...person })
    expect((await client.callTool({ name: 'run' })).structuredContent).toEqual({ size: 7 })
    expect(person.questions).toEqual([expect.stringMatching(cut)])
  })

  it('is nothing that fits', async () => {
    const result = await call(() => ({ rows: 'a'.repeat(200) }))
    expect(result.isError).toBeUndefined()
    expect(result.structuredContent).toEqual({ rows: 'a'.repeat(200) })
  })
})
