// Faults that users of models reported: what one schema, or one result, did to a whole request. Each with the tool it was
// reported for, in the tools of every API that is answered by the turn.
import 'reflect-metadata'
import { Type } from 'class-transformer'
import { IsEnum, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator'
import { Container } from 'inversify'
import { describe, expect, it } from 'vitest'

import { anthropicTools } from '../../src/adapters/anthropic/index.js'
import { geminiTools } from '../../src/adapters/gemini/index.js'
import { openAiChatTools, openAiResponseTools } from '../../src/adapters/openai/index.js'
import { Values } from '../../src/arguments/rules/contained-types.js'
import { Nullable } from '../../src/arguments/rules/nullable.js'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Describe } from '../../src/decorators/describe.js'
import { Tool } from '../../src/decorators/tool.js'
import { ApprovalLayer } from '../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { ToolClass } from '../../src/tools/constructor.js'
import { rejection, registryOf } from '../registry/tools.js'
import { bank } from './bank.js'
import { formats, said } from './formats.js'

type Keywords = Readonly<Record<string, unknown>>

/** One tool as an API is given it. */
interface Given {
  readonly name: string
  readonly description: string
  readonly schema: Keywords
  readonly strict?: boolean
}

/** What each API is given, by the name of the API. */
const catalogues: Readonly<Record<string, (registry: ToolRegistry) => readonly Given[]>> = {
  'Chat Completions': (registry) =>
    openAiChatTools(registry).tools.map(({ function: { parameters, ...facts } }) => ({
      ...facts,
      schema: parameters,
    })),
  Responses: (registry) =>
    openAiResponseTools(registry).tools.map(({ parameters, ...facts }) => ({
      ...facts,
      schema: parameters,
    })),
  Anthropic: (registry) =>
    anthropicTools(registry).tools.map(({ input_schema: schema, ...facts }) => ({
      ...facts,
      schema,
    })),
  Gemini: (registry) =>
    geminiTools(registry)
      .tools.flatMap(({ functionDeclarations }) => functionDeclarations)
      .map(({ parameters = {}, ...facts }) => ({ ...facts, schema: parameters })),
}

const apis = Object.keys(catalogues)

const given = (api: string, registry: ToolRegistry): readonly Given[] =>
  catalogues[api]?.(registry) ?? []

const ofClasses = (...classes: readonly ToolClass[]): ToolRegistry => {
  const container = new Container()
  container.load(toolModule(...classes))
  return discoverTools(container)
}

const foreign = (inputSchema: JsonSchema) =>
  defineTool({ server: 'crm', name: 'find', description: 'Finds.', inputSchema, call: () => 1 })

@Tool({ server: 'clock', name: 'now', description: 'The time.', mutates: false })
class Now {
  call() {
    return 'noon'
  }
}

describe('[G-002] a combinator at the root of one tool', () => {
  const text = { type: 'string' } as const
  const registry = ofClasses(Now).register(
    foreign({
      ...{ type: 'object', properties: { email: text, phone: text } },
      anyOf: [{ required: ['email'] }, { required: ['phone'] }],
    }),
  )

  it.each(apis)('costs no tool its place for %s, and is said in words', (api) => {
    const tools = given(api, registry)
    expect(tools.map(({ name }) => name)).toEqual(['clock__now', 'crm__find'])
    const { schema, description } = tools[1] as Given
    expect(Object.keys(schema).filter((key) => /^(any|one|all)Of$/.test(key))).toEqual([])
    expect(schema).toMatchObject({ type: 'object', properties: { email: {}, phone: {} } })
    expect(description).toContain('At least one of these holds: email given; phone given.')
  })

  it('holds for calls as before', async () => {
    expect(await rejection(registry.dispatch('crm/find', {}))).toMatchObject({
      code: 'INVALID_ARGUMENTS',
    })
  })
})

describe('[G-003] a tool without arguments', () => {
  const cases: readonly (readonly [string, ToolRegistry])[] = [
    ['a class', ofClasses(Now)],
    ['{}', registryOf(foreign({}))],
    ['{ type }', registryOf(foreign({ type: 'object' }))],
  ]

  it.each(cases)('has properties, of which there are none: %s', (_, registry) => {
    const [chat, response, anthropic, gemini] = apis.map((api) => given(api, registry)[0]?.schema)
    const none = { type: 'object', properties: {}, additionalProperties: false }
    expect([chat, response]).toEqual([
      { ...none, required: [] },
      { ...none, required: [] },
    ])
    expect(anthropic).toEqual(none)
    // It has no parameters there at all: an object without properties is refused.
    expect(gemini).toEqual({})
  })
})

describe('[G-010] strict decoding', () => {
  @Tool({ server: 'shop', name: 'find', description: 'Finds.' })
  class Find {
    @IsString() text!: string
    @IsOptional() @IsInt() limit?: number
    call() {
      return { text: this.text, limit: this.limit ?? 'absent' }
    }
  }

  @Tool({ server: 'shop', name: 'tag', description: 'Tags.' })
  class Tag {
    @IsObject() @Values(() => ({ type: 'string' })) tags!: Record<string, string>
    call() {
      return this.tags
    }
  }

  const registry = ofClasses(Find, Tag)
  const openAi = ['Chat Completions', 'Responses']

  it.each(openAi)('has what is optional required and nullable for %s', (api) => {
    const [find] = given(api, registry)
    expect(find).toMatchObject({
      ...{ strict: true },
      schema: { required: ['text', 'limit'], properties: { limit: { type: ['integer', 'null'] } } },
    })
  })

  it.each(openAi)('goes without for a free map for %s, and says so', (api) => {
    expect(given(api, registry)[1]).toMatchObject({ name: 'shop__tag', strict: false })
    expect(openAiChatTools(registry).losses).toMatchObject([
      { name: 'shop__tag', kind: 'not-strict' },
    ])
  })

  it('takes the null of a model for absent', async () => {
    const { open, script } = formats[0] as (typeof formats)[number]
    const args = { text: 'tea', limit: null }
    const turn = await open(registry).answer(script({ id: 'c1', name: 'shop__find', args }))
    expect(turn.calls).toMatchObject([{ answer: { value: { text: 'tea', limit: 'absent' } } }])
  })
})

describe('[G-012] a class in two places', () => {
  class Address {
    @IsString() city!: string
  }

  @Tool({ server: 'shop', name: 'ship', description: 'Ships.' })
  class Ship {
    @ValidateNested() @Type(() => Address) @Describe('Where it is.') from!: Address
    @ValidateNested() @Type(() => Address) to!: Address
    call() {
      return 1
    }
  }

  it.each(apis)('stands in both for %s, with their own words and without references', (api) => {
    const [ship] = given(api, ofClasses(Ship))
    const city = { properties: { city: { type: 'string' } } }
    const properties = { from: { ...city, description: 'Where it is.' }, to: city }
    expect(ship?.schema).toMatchObject({ properties })
    expect(JSON.stringify(ship)).not.toMatch(/\$ref|\$defs|definitions/)
  })
})

describe('[G-014] null and schemas that are true', () => {
  @Tool({ server: 'shop', name: 'note', description: 'Notes.' })
  class Note {
    @IsOptional() @Nullable() @IsString() text?: string | null
    call() {
      return [this.text]
    }
  }

  const list = {
    type: 'array',
    items: { type: ['object', 'null'], properties: { any: true } },
  } as const
  const registry = ofClasses(Note).register(
    foreign({ type: 'object', properties: { list }, additionalProperties: false }),
  )

  it('are one type and `nullable` for Gemini', () => {
    const [find, note] = given('Gemini', registry)
    const items = { type: 'object', nullable: true, properties: { any: { nullable: true } } }
    expect(find?.schema).toMatchObject({ properties: { list: { items } } })
    expect(note?.schema).toMatchObject({ properties: { text: { type: 'string', nullable: true } } })
  })

  it.each(apis.filter((api) => api !== 'Gemini'))('are readable for %s', (api) => {
    const [find, note] = given(api, registry)
    const items = { type: ['object', 'null'], properties: { any: {} } }
    expect(find?.schema).toMatchObject({ properties: { list: { items } } })
    expect(note?.schema).toMatchObject({ properties: { text: { type: ['string', 'null'] } } })
  })

  it('reach the body as they were sent', async () => {
    expect(await registry.dispatch('shop/note', { text: null })).toMatchObject({ value: [null] })
  })
})

describe('[G-028] an enum of numbers', () => {
  enum Severity {
    Low = 1,
    High = 5,
  }

  @Tool({ server: 'alarm', name: 'raise', description: 'Raises.' })
  class Raise {
    @IsEnum(Severity) severity!: Severity
    call() {
      return this.severity
    }
  }

  const registry = ofClasses(Raise)

  it('is said in words to Gemini, which takes texts only', () => {
    const severity = { type: 'integer', description: 'One of: 1, 5.' }
    expect(given('Gemini', registry)[0]?.schema['properties']).toEqual({ severity })
  })

  it('is held to all the same, and comes as a number', async () => {
    expect(await registry.dispatch('alarm/raise', { severity: 5 })).toMatchObject({ value: 5 })
    for (const severity of [3, '5']) {
      const error = await rejection(registry.dispatch('alarm/raise', { severity }))
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS' })
    }
  })
})

describe.each(formats)('[G-076] the results of a turn of $name', (format) => {
  const pay = (id: string, cents: number) => ({ id, name: 'bank__pay', args: { cents } })
  const run = { runId: 'run-1' }

  it('are one for each call when calls are denied, approved and lapse one after the other', async () => {
    let nowMs = Date.now()
    const journal = memoryJournal({ now: () => nowMs })
    const registry = bank()
      .registry.layer(new IdempotencyLayer(journal))
      .layer(new ApprovalLayer(parkForApproval, { expiresInMs: 1_000 }))
    const { answer, goOn } = format.open(registry)
    let turn = await answer(format.script(pay('c1', 1), pay('c2', 2), pay('c3', 3)), run)
    const [first, second] = turn.waiting.map(({ suspensionId }) => ({
      ...{ suspensionId, tenantId: 'default', by: 'ada' },
    }))
    await journal.deny(first as NonNullable<typeof first>)
    turn = await goOn(turn, run)
    await journal.approve(second as NonNullable<typeof second>)
    turn = await goOn(turn, run)
    nowMs += 2_000
    turn = await goOn(turn, run)
    const denied = 'This call was not approved.'
    expect(said(format, turn)).toEqual({ c1: denied, c2: '{"paid":2}', c3: denied })
    expect([turn.results.length, turn.waiting]).toEqual([3, []])
  })
})
