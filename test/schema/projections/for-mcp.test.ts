import { describe, expect, it } from 'vitest'

import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forMcp } from '../../../src/schema/projections/for-mcp.js'

const legacy = forMcp({ revision: '2025-11-25' })

describe('forMcp', () => {
  it('[SCH-09] leaves a schema of 2020-12 as it is, combinators and notes included', () => {
    const schema = {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, any: true },
      required: ['region'],
      oneOf: [{ required: ['region'] }, { required: ['any'] }],
      additionalProperties: false,
    } as const
    expect(forMcp().project(schema).schema).toEqual(schema)
  })

  it('translates draft-07, drops what nobody refers to and names no dialect', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { pair: { type: 'array', items: [{ type: 'string' }], additionalItems: false } },
      definitions: { unused: {} },
    }
    expect(forMcp().project(schema as unknown as JsonSchema).schema).toEqual({
      type: 'object',
      properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }], items: false } },
    })
  })

  it('keeps what stands beside a reference that is written out', () => {
    const name = { $ref: '#/$defs/name', maxLength: 3 }
    const schema = { type: 'object', properties: { name }, $defs: { name: { type: 'string' } } }
    const { properties } = forMcp().project(schema as JsonSchema).schema
    expect(properties).toEqual({ name: { maxLength: 3, allOf: [{ type: 'string' }] } })
  })

  it.each([
    [{ type: 'object', properties: { a: {} } }],
    [{ type: 'array', items: { type: 'string' } }],
    [{ description: 'x' }],
  ])('leaves the output schema %j as it is', (schema) => {
    const output = forMcp().projectOutput?.(schema as JsonSchema)
    expect(output?.schema).toEqual(schema)
    expect(output?.toStructured([1])).toEqual([1])
  })

  it('keeps every rule beside a reference to a recursive schema', () => {
    const node = { properties: { next: { $ref: '#/$defs/node' } } }
    const a = { $ref: '#/$defs/node', allOf: [{ maxProperties: 1 }] }
    const { schema } = forMcp().project({ properties: { a }, $defs: { node } })
    expect(schema.properties).toEqual({
      a: { allOf: [{ $ref: '#/$defs/node' }, { maxProperties: 1 }] },
    })
  })

  it('remembers an output and shares it', () => {
    const schema: JsonSchema = { type: 'object' }
    expect(forMcp().projectOutput?.(schema)).toBe(forMcp().projectOutput?.(schema))
  })

  it('wraps an output that is no object for the revision that wants one', () => {
    const output = legacy.projectOutput?.({ type: 'array', items: { $ref: '#' } })
    expect(output?.schema).toEqual({
      type: 'object',
      properties: { result: { type: 'array', items: { $ref: '#/properties/result' } } },
      required: ['result'],
    })
    expect(output?.toStructured([[]])).toEqual({ result: [[]] })
    expect(output?.losses.map(({ kind }) => kind)).toEqual(['widened'])
  })

  it('leaves an output that is an object unwrapped for every revision', () => {
    const schema = {
      anyOf: [{ type: 'object' }, { $ref: '#/$defs/b' }],
      $defs: { b: { type: 'object' } },
    }
    const output = legacy.projectOutput?.(schema as JsonSchema)
    expect(output?.schema).toEqual({
      type: 'object',
      anyOf: [{ type: 'object' }, { type: 'object' }],
    })
    expect(output?.toStructured({ a: 1 })).toEqual({ a: 1 })
  })
})
