import { describe, expect, it } from 'vitest'

import { ToolError, type ToolErrorInit } from '../../../src/errors/tool-error.js'
import { RedactionLayer, type RedactionRules } from '../../../src/layers/redaction-layer.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { compileJsonSchema } from '../../../src/schema/json-schema-validator.js'
import { suspend, type Suspension } from '../../../src/tools/suspension.js'
import { layer, observed, registryOf, rejection, tool } from '../../registry/tools.js'

const hidden = '[redacted]'
const card = '4111111111111111'
const rules = { patterns: [/\d{16}/] }

function redacting(output: RedactionRules, facts: Parameters<typeof tool>[0] = {}) {
  return registryOf(tool(facts)).layer(new RedactionLayer({ output }))
}

async function redactOutput(value: unknown, facts: Parameters<typeof tool>[0] = {}) {
  const outcome = await redacting(rules, { call: () => value, ...facts }).dispatch('shop/order', {})
  return outcome.status === 'output' ? outcome.value : outcome.status
}

/** What a caller is asked by a call that suspends. */
async function ask(inputSchema: JsonSchema, reason = 'Which?'): Promise<Suspension> {
  const suspension = { ...suspend({ reason, inputSchema, expiresInMs: 5 }), id: 's-1' }
  const parking = layer('journal', async () => ({ status: 'suspended', suspension }))
  const registry = registryOf(tool()).layer(parking)
  const outcome = await registry
    .layer(new RedactionLayer({ output: rules }))
    .dispatch('shop/order', {})
  if (outcome.status !== 'suspended') throw new Error(outcome.status)
  return outcome.suspension
}

/** What a caller gets of an error that a layer further in throws. */
async function fail(init: Partial<ToolErrorInit>): Promise<ToolError> {
  const failing = layer('fails', () => {
    const common = { code: 'TOOL_FAILED', disposition: 'in-doubt', message: 'no' } as const
    throw new ToolError({ ...common, ...init })
  })
  const registry = registryOf(tool())
    .layer(failing)
    .layer(new RedactionLayer({ output: rules }))
  return rejection(registry.dispatch('shop/order', {}))
}

describe('RedactionLayer, in keys', () => {
  it.each([
    ['a key', { [card]: 1 }, { [hidden]: 1 }],
    ['a key deep inside', [{ a: { [`c${card}`]: 1 } }], [{ a: { [`c${hidden}`]: 1 } }]],
    [
      'keys that become the same',
      { [card]: 1, '4222222222222222': 2, [hidden]: 3 },
      { [hidden]: 3, [`${hidden} (2)`]: 1, [`${hidden} (3)`]: 2 },
    ],
  ])('hides %s and keeps its value', async (_what, value, expected) => {
    expect(await redactOutput(value)).toEqual(expected)
  })

  it('keeps a key that the output schema declares', async () => {
    const outputSchema = {
      type: 'object',
      properties: { a: { properties: { [card]: {} } } },
    } as const
    const value = { a: { [card]: card } }
    expect(await redactOutput(value, { outputSchema })).toEqual({ a: { [card]: hidden } })
  })

  it('hides a key of arguments from the body, unless it is declared', async () => {
    const seen: unknown[] = []
    const inputSchema = { properties: { [card]: {} }, additionalProperties: true }
    const definition = tool({ inputSchema, call: (args) => void seen.push(args) })
    const redaction = new RedactionLayer({ arguments: rules })
    await registryOf(definition)
      .layer(redaction)
      .dispatch('shop/order', { [card]: 1, [`9${card}`]: 2 })
    expect(seen).toEqual([{ [card]: 1, [`${hidden}1`]: 2 }])
  })

  it('hides many keys that become the same in a moment', async () => {
    const entries = Array.from({ length: 20_000 }, (_unused, index) => [
      (4111111111111111 + index).toString(),
      index,
    ])
    const shown = await redactOutput(Object.fromEntries(entries))
    expect(Object.keys(shown as object)).toHaveLength(20_000)
    expect(Object.keys(shown as object).at(-1)).toBe(`${hidden} (20000)`)
  })
})

describe('RedactionLayer, in suspensions', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['a description', { description: `of ${card}` }, { description: `of ${hidden}` }],
    ['a title', { title: card }, { title: hidden }],
    ['values', { enum: [card, Number(card), 'x'] }, { enum: [hidden, hidden, 'x'] }],
    ['a constant', { const: { [card]: [card] } }, { const: { [hidden]: [hidden] } }],
    ['a default', { default: card, examples: [card] }, { default: hidden, examples: [hidden] }],
    [
      'schemas inside',
      { items: { anyOf: [{ title: card }, true] }, not: { $defs: { a: { default: card } } } },
      { items: { anyOf: [{ title: hidden }, true] }, not: { $defs: { a: { default: hidden } } } },
    ],
    [
      'the name of a property, in the same words everywhere',
      { properties: { [card]: {}, [`x${card}`]: {} }, required: [`x${card}`, card] },
      { properties: { [hidden]: {}, [`x${hidden}`]: {} }, required: [`x${hidden}`, hidden] },
    ],
    [
      'names that become the same',
      {
        properties: { [card]: { title: 'a' }, '4222222222222222': { title: 'b' } },
        dependentRequired: { '4222222222222222': [card] },
      },
      {
        properties: { [hidden]: { title: 'a' }, [`${hidden} (2)`]: { title: 'b' } },
        dependentRequired: { [`${hidden} (2)`]: [hidden] },
      },
    ],
  ])('hides %s in what is asked', async (_what, asked, expected) => {
    expect((await ask(asked)).inputSchema).toEqual(expected)
  })

  it.each<[string, JsonSchema]>([
    ['pattern', { pattern: `^${card}$` }],
    ['maximum', { maximum: Number(card) }],
    ['$ref', { $ref: `#/$defs/${card}` }],
    ['patternProperties', { patternProperties: { [card]: {} } }],
  ])('leaves out a %s that would say something else', async (keyword, asked) => {
    const { inputSchema } = await ask({ type: 'object', ...asked })
    expect(JSON.stringify(inputSchema)).not.toContain(card)
    expect(() => compileJsonSchema(inputSchema)).not.toThrow()
    expect(inputSchema.type).toBe('object')
    if (keyword !== 'patternProperties') expect(inputSchema).toEqual({ type: 'object' })
  })

  it('keeps keywords that match', async () => {
    const suspension = { ...suspend({ reason: 'a', inputSchema: { maxProperties: 2 } }), id: 's' }
    const parking = layer('journal', async () => ({ status: 'suspended', suspension }))
    const redaction = new RedactionLayer({ output: { patterns: [/[A-Za-z]{9,}/] } })
    const outcome = await registryOf(tool())
      .layer(parking)
      .layer(redaction)
      .dispatch('shop/order', {})
    expect(outcome).toMatchObject({ suspension: { inputSchema: { maxProperties: 2 } } })
  })

  it('changes nothing else of a suspension', async () => {
    const asked = { type: 'object', properties: { a: { title: 'A' } } } as const
    expect(await ask(asked, `Send ${card}?`)).toMatchObject({
      id: 's-1',
      expiresInMs: 5,
      reason: `Send ${hidden}?`,
      inputSchema: asked,
    })
  })
})

describe('RedactionLayer, in errors', () => {
  const issue = { path: `map["${card}"]`, code: 'unknownKey', message: `There is no "${card}".` }

  it('hides in the paths and codes of issues', async () => {
    const error = await fail({ issues: [issue, { path: 'a', code: card, message: 'b' }] })
    expect(error.issues).toEqual([
      { path: `map["${hidden}"]`, code: 'unknownKey', message: `There is no "${hidden}".` },
      { path: 'a', code: hidden, message: 'b' },
    ])
  })

  it.each(['message', 'modelText'])('hides in the %s', async (field) => {
    const error = await fail({ [field]: `of ${card}` })
    expect(error).toMatchObject({ [field]: `of ${hidden}` })
  })

  it('lets nothing of an error that matches into JSON, or to a sink', async () => {
    const failing = layer('fails', () => {
      const words = { message: card, modelText: card, issues: [issue] }
      throw new ToolError({ code: 'TOOL_FAILED', disposition: 'in-doubt', ...words })
    })
    const { registry, events } = observed(
      registryOf(tool())
        .layer(failing)
        .layer(new RedactionLayer({ output: rules })),
    )
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(JSON.stringify(error) + error.message).not.toContain(card)
    const [event] = events
    expect(JSON.stringify(event)).not.toContain(card)
  })

  it('hides a name with a secret that a refusal of changed arguments clips', async () => {
    const inputSchema = {
      properties: { map: { additionalProperties: { type: 'integer' } } },
    } as const
    const changing = layer('changes', (call, next) =>
      next({ ...call, arguments: { map: { [`${'k'.repeat(58)}${card}`]: 'x' } } }),
    )
    const registry = registryOf(tool({ inputSchema })).layer(changing)
    const error = await rejection(
      registry.layer(new RedactionLayer({ output: rules })).dispatch('shop/order', {}),
    )
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS', issues: [{ path: `map[${hidden}]` }] })
    expect(JSON.stringify(error) + error.message).not.toContain('4111')
  })
})
