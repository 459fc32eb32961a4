import { describe, expect, it } from 'vitest'

import { defineTool } from '../../src/registry/define/define-tool.js'
import { lintTool } from '../../src/registry/define/lint-tool.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'

function toolWith(description: string, properties: Record<string, JsonSchema>) {
  const inputSchema = { type: 'object', properties, additionalProperties: false } as const
  return defineTool({ server: 'test', name: 'tool', description, inputSchema, call: () => null })
}

describe('lintTool', () => {
  it('finds nothing in a tool that describes itself and its arguments [SCH-07]', () => {
    expect(lintTool(toolWith('Does it.', { a: { type: 'string', description: 'A.' } }))).toEqual([])
  })

  it('names a tool without description and each argument without one [SCH-07]', () => {
    const inner: JsonSchema = { type: 'object', properties: { c: { type: 'string' } } }
    const problems = lintTool(
      toolWith(' ', { a: { type: 'string' }, b: { ...inner, description: 'B.' } }),
    )
    expect(problems.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
      'test/tool: it has no description, so a model has to guess what it does.',
      'test/tool: its argument "a" has no description.',
      'test/tool: its argument "b.c" has no description.',
    ])
  })

  it('names a wire name that some clients hide [SCH-07]', () => {
    const name = 'list_open_opportunities_by_account_manager_and_region'
    const options = { server: 'customers', name, description: 'Lists.', call: () => null }
    expect(lintTool(defineTool(options)).map(({ fix }) => fix)).toEqual([
      'Give it a shorter `wireName`.',
    ])
    expect(lintTool(defineTool({ ...options, wireName: 'open_opportunities' }))).toEqual([])
  })

  it('names a key that a read declares, which lies unused [EFF-02]', () => {
    const options = { server: 'test', name: 'tool', description: 'Does it.', call: () => null }
    const keyed = { ...options, idempotencyKey: () => 'k' }
    expect(lintTool(defineTool(keyed))).toEqual([])
    const [problem, ...others] = lintTool(defineTool({ ...keyed, mutates: false }))
    expect(problem?.message).toContain('the key lies unused')
    expect(others).toEqual([])
  })

  it('looks into arrays, maps, tuples and choices [SCH-07]', () => {
    const bare: JsonSchema = { type: 'object', properties: { x: { type: 'string' } } }
    const described = { description: 'D.' }
    const problems = lintTool(
      toolWith('Does it.', {
        list: { type: 'array', items: bare, ...described },
        map: { type: 'object', additionalProperties: bare, ...described },
        pair: { type: 'array', prefixItems: [bare], items: false, ...described },
        choice: { oneOf: [bare], ...described },
      }),
    )
    expect(problems.map(({ message }) => message)).toEqual([
      'its argument "list[].x" has no description.',
      'its argument "map[].x" has no description.',
      'its argument "pair[].x" has no description.',
      'its argument "choice.x" has no description.',
    ])
  })
})
