import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { defineTool, type DefineToolOptions } from '../../src/registry/define/define-tool.js'
import { registryOf, rejection, tool } from './tools.js'

function problemsOf(options: unknown): DefinitionError['problems'] {
  try {
    defineTool(options as DefineToolOptions)
  } catch (error) {
    if (DefinitionError.is(error)) return error.problems
    throw error
  }
  return []
}

const sound = { server: 'shop', name: 'order', description: 'Orders.', call: (): number => 1 }

function textOf(options: unknown): string {
  return problemsOf(options)
    .map(({ subject, message, fix }) => `${subject}: ${message} ${fix}`)
    .join('\n')
}

describe('defineTool', () => {
  it('makes a tool whose arguments passed its schema [DEF-01]', async () => {
    const add = defineTool<{ a: number; b: number }>({
      ...{ server: 'math', name: 'add', description: 'Adds.', mutates: false },
      inputSchema: {
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
      },
      call: ({ a, b }) => a + b,
    })
    const registry = registryOf(add)
    expect(await registry.dispatch('math/add', { a: 1, b: 2 })).toMatchObject({ value: 3 })
    const error = await rejection(registry.dispatch('math/add', { a: 1 }))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS', issues: [{ path: 'b' }] })
  })

  it.each([
    ['nothing said', {}, 'write', true],
    ['mutates: true', { mutates: true }, 'write', true],
    ['mutates: false', { mutates: false }, 'read', false],
    ['effect: idempotent', { effect: 'idempotent' }, 'idempotent', true],
    ['effect: read', { effect: 'read' }, 'read', false],
    ['both, in agreement', { mutates: true, effect: 'idempotent' }, 'idempotent', true],
  ] as const)('has its effect from %s [DEF-02]', (_kind, declared, effect, mutates) => {
    expect(tool(declared)).toMatchObject({ effect, mutates })
  })

  it.each([
    [{ mutates: false, effect: 'write' }, "`mutates: false` contradicts `effect: 'write'`."],
    [{ mutates: false, effect: 'idempotent' }, 'contradicts'],
    [{ mutates: true, effect: 'read' }, 'contradicts'],
    [{ effect: 'delete' }, 'its `effect` is no effect.'],
  ])('refuses the effect %o [DEF-02]', (declared, message) => {
    expect(textOf({ ...sound, ...declared })).toContain(message)
  })

  it.each([
    ['a hyphen', 'my-shop', 'my_shop'],
    ['a doubled underscore', 'my__shop', 'my_shop'],
    ['an underscore at the end', 'shop_', 'shop'],
    ['an underscore at the start', '_shop', 'shop'],
    ['a dot at the end', 'shop.', 'shop'],
    ['a doubled dot', 'my..shop', 'my.shop'],
    ['a digit first', '1shop', 'shop'],
    ['a space', 'my shop', 'my_shop'],
    ['a slash', 'a/b', 'a_b'],
    ['an umlaut', 'Käse', 'Ka_se'],
    ['nothing', '', 'tool'],
    ['a reserved server', 'mcp', 'mcp_tools'],
  ])('refuses a server with %s and proposes a legal one [DEF-03]', (_kind, server, proposal) => {
    expect(textOf({ ...sound, server })).toContain(`Write \`server: '${proposal}'\`.`)
    expect(problemsOf({ ...sound, server: proposal })).toEqual([])
  })

  it.each(['agent', 'all', 'builtin', 'subagent', 'scripts', 'mcp', 'server', 'group', 'readonly'])(
    'keeps the server %s for selectors, but not the name [DEF-03]',
    (text) => {
      expect(textOf({ ...sound, server: text })).toContain('is reserved')
      expect(problemsOf({ ...sound, name: text })).toEqual([])
    },
  )

  it('takes names as they are from foreign servers only [DEF-03]', () => {
    const foreign = { ...sound, server: 'git-hub', name: 'find__all' }
    expect(problemsOf({ ...foreign, source: 'mcp' })).toEqual([])
    expect(problemsOf({ ...foreign, source: 'scripts' })).toHaveLength(2)
    expect(textOf({ ...foreign, name: 'a/b', source: 'mcp' })).toContain('cannot identify a tool')
  })

  it('refuses a wire name over 64 characters and proposes one [DEF-05]', () => {
    const long = { ...sound, server: 'a'.repeat(40), name: 'b'.repeat(40) }
    const [, proposal = ''] = /wireName: '([^']+)'/.exec(textOf(long)) ?? []
    expect(proposal).toMatch(/^[A-Za-z_][\w-]{0,63}$/)
    expect(defineTool({ ...long, wireName: proposal }).wireName).toBe(proposal)
    expect(textOf({ ...sound, wireName: 'not legal' })).toContain('"not legal"')
  })

  it('throws everything that is wrong at once [DEF-06]', () => {
    const wrong = {
      ...{ server: 'my-shop', name: '1', mutates: false, effect: 'write', outputSchema: [] },
      ...{ inputSchema: { type: 'string' }, colour: 'red', mutate: true, control: 'yes' },
    }
    const subjects = problemsOf(wrong)
    expect(subjects.length).toBeGreaterThanOrEqual(9)
    expect(textOf(wrong)).toContain('Did you mean "mutates"?')
    expect(textOf(wrong)).toContain('it has no `call`.')
    expect(textOf(wrong)).toContain('it has no `description`.')
  })

  it.each([
    ['no options', undefined],
    ['no identity', { description: 'x', call: sound.call }],
    ['a server of another type', { ...sound, server: 7 }],
    ['groups that are no labels', { ...sound, groups: ['-x'] }],
    ['a source that is none', { ...sound, source: 'web' }],
    ['limits that are none', { ...sound, limits: { maxBytes: 0 } }],
    ['a root that is no object', { ...sound, inputSchema: { type: 'array' } }],
    ['a root that may be null', { ...sound, inputSchema: { type: ['object', 'null'] } }],
    ['a schema that does not compile', { ...sound, inputSchema: { properties: 7 } }],
    ['a schema that refers outside', { ...sound, inputSchema: { $ref: 'http://x.test/s.json' } }],
    ['a schema that is not JSON', { ...sound, inputSchema: { default: 1n } }],
    ['an output schema that does not compile', { ...sound, outputSchema: { type: 'text' } }],
    [
      'a foreign root that is no object',
      { ...sound, source: 'mcp', inputSchema: { type: 'null' } },
    ],
  ])('refuses %s', (_kind, options) => {
    expect(problemsOf(options)).not.toEqual([])
  })

  const empty = { type: 'object', properties: {}, additionalProperties: false }

  it.each([
    ['none', undefined],
    ['an empty one', {}],
    ['an object', { type: 'object' as const }],
  ])('has no arguments with %s for a schema [DEF-10]', async (_kind, inputSchema) => {
    const none = tool(inputSchema === undefined ? {} : { inputSchema })
    expect(none.inputSchema).toEqual(empty)
    expect((await registryOf(none).dispatch('shop/order', undefined)).status).toBe('output')
    expect((await rejection(registryOf(none).dispatch('shop/order', { a: 1 }))).code).toBe(
      'INVALID_ARGUMENTS',
    )
  })

  it('closes the root, not what is nested, and follows what is composed', async () => {
    const nested = { properties: { o: { type: 'object' } } } as const
    expect(tool({ inputSchema: nested }).inputSchema).toEqual({
      ...{ type: 'object', additionalProperties: false },
      ...nested,
    })
    expect(tool({ inputSchema: { additionalProperties: true } }).inputSchema).toMatchObject({
      additionalProperties: true,
    })
    const composed = tool({ inputSchema: { allOf: [{ properties: { a: { type: 'string' } } }] } })
    expect((await registryOf(composed).dispatch('shop/order', { a: 'x' })).status).toBe('output')
    await rejection(registryOf(composed).dispatch('shop/order', { b: 1 }))
  })

  it('keeps a frozen copy of its schemas', () => {
    const inputSchema = { properties: { a: { type: 'string' as string } } }
    const definition = tool({ inputSchema: inputSchema as never })
    inputSchema.properties.a.type = 'number'
    expect(definition.inputSchema.properties).toEqual({ a: { type: 'string' } })
    expect(Object.isFrozen(definition.inputSchema.properties)).toBe(true)
    expect(Object.isFrozen(definition)).toBe(true)
  })

  it('leaves the schema of a foreign tool as it is [SCH-10]', async () => {
    const inputSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { n: { type: 'integer', default: 5 } },
    } as const
    const foreign = tool({ source: 'mcp', inputSchema, call: (args) => args })
    expect(foreign.inputSchema).toEqual(inputSchema)
    const outcome = await registryOf(foreign).dispatch('shop/order', { more: 1 })
    expect(outcome).toMatchObject({ value: { more: 1 } })
    expect(outcome).not.toHaveProperty('value.n')
  })

  it('fills in defaults of its own schemas and freezes what the body gets', async () => {
    const inputSchema = { properties: { n: { type: 'integer', default: 5 } } } as const
    const own = tool({ inputSchema, call: (args) => [args, Object.isFrozen(args)] })
    const outcome = await registryOf(own).dispatch('shop/order', {})
    expect(outcome).toMatchObject({ value: [{ n: 5 }, true] })
  })
})

describe('defineTool, the dialect of its schema', () => {
  const define = (inputSchema: JsonSchema) => (): unknown =>
    defineTool({ server: 'a', name: 'b', description: 'c', inputSchema, call: () => null })

  it('refuses a dialect it cannot validate, as it does for outputs', () => {
    const $schema = 'http://json-schema.org/draft-04/schema#'
    expect(define({ $schema, type: 'object' })).toThrow('2020-12 and draft-07')
  })

  it('refuses a composed root of draft-07, which cannot be closed', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#'
    const composed: JsonSchema = { $schema, type: 'object', allOf: [{ properties: { a: {} } }] }
    expect(define(composed)).toThrow('cannot close it')
    expect(define({ ...composed, additionalProperties: true })).not.toThrow()
  })
})
