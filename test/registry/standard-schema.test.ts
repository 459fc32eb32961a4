import { Type } from 'class-transformer'
import { IsArray, IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Tuple } from '../../src/arguments/rules/contained-types.js'
import { Tool } from '../../src/decorators/tool.js'
import { standardSchema } from '../../src/registry/define/standard-schema.js'
import { tool } from './tools.js'

class Line {
  @IsInt()
  @Min(1)
  qty!: number
}

@Tool({ server: 'shop', name: 'order', description: 'Orders.' })
class Order {
  @IsString()
  customer!: string

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[]

  @IsOptional()
  @Tuple(() => [Number, String])
  size?: [number, string]

  @IsInt()
  limit = 20

  call() {
    return 'done'
  }
}

const valid = { customer: 'A', lines: [{ qty: 1 }] }

describe('~standard of a tool class', () => {
  const props = (Order as unknown as ReturnType<typeof standardSchema>)['~standard']

  it('is version 1 of the standard, on the class itself and hidden from listings', () => {
    expect([props.version, props.vendor, typeof props.validate]).toEqual([
      1,
      'tallystick',
      'function',
    ])
    expect(Object.keys(Order)).toEqual([])
  })

  it('validates at once and gives the canonical arguments', () => {
    expect(props.validate(valid)).toEqual({ value: { ...valid, limit: 20 } })
  })

  it('gives every issue with its path and never the value [ADM-02, G-078]', () => {
    const result = props.validate({ customer: 'A', lines: [{ qty: 0 }], passwrd: 'hunter2' })
    expect(result).toMatchObject({
      issues: [{ path: ['passwrd'] }, { path: ['lines', 0, 'qty'] }],
    })
    expect(JSON.stringify(result)).not.toContain('hunter2')
  })

  it.each(['draft-2020-12', 'draft-07'])('shows its JSON Schema as %s', (target) => {
    const schema = props.jsonSchema.input({ target })
    expect(schema).toMatchObject({ type: 'object', required: ['customer', 'lines'] })
    expect(props.jsonSchema.output({ target })).toEqual(schema)
    expect(schema['$schema']).toBeUndefined()
  })

  it('says tuples in the words of draft-07', () => {
    const { properties } = props.jsonSchema.input({ target: 'draft-07' })
    const { size } = properties as { size: Record<string, unknown> }
    expect(size).toMatchObject({ type: 'array', items: [{ type: 'number' }, { type: 'string' }] })
    expect(size).not.toHaveProperty('prefixItems')
  })

  it.each([[], [null], [{}], [{ target: 7 }]])('refuses to guess a target: %j', (...given) => {
    const write = props.jsonSchema.input as (...given: readonly unknown[]) => unknown
    expect(() => write(...given)).toThrow(/no target is given[^]*draft-07/)
  })

  it('refuses another target', () => {
    expect(() => props.jsonSchema.input({ target: 'openapi-3.0' })).toThrow('openapi-3.0')
  })

  it('hands out schemas that belong to whoever asked', () => {
    const schema = props.jsonSchema.input({ target: 'draft-2020-12' })
    delete schema['properties']
    expect(props.jsonSchema.input({ target: 'draft-2020-12' })).toHaveProperty('properties')
  })

  it('is that of standardSchema, which the compiler knows', () => {
    expect(standardSchema(Order)['~standard']).toBe(props)
  })
})

describe('standardSchema of a definition', () => {
  const inputSchema = {
    type: 'object',
    properties: { a: { type: 'integer' }, next: { $ref: '#/$defs/node' } },
    required: ['a'],
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  } as const
  const { '~standard': props } = standardSchema(tool({ inputSchema }))

  it('validates as admit does', () => {
    expect(props.validate({ a: 1 })).toEqual({ value: { a: 1 } })
    expect(props.validate({})).toMatchObject({ issues: [{ path: ['a'] }] })
  })

  it('moves what is referred to where draft-07 has it', () => {
    const schema = props.jsonSchema.input({ target: 'draft-07' })
    expect(schema).toHaveProperty('definitions.node')
    expect(JSON.stringify(schema)).not.toContain('$defs')
  })

  it('says of draft-07 no more than it can', () => {
    const open = tool({ inputSchema: { ...inputSchema, unevaluatedProperties: false } })
    const { jsonSchema } = standardSchema(open)['~standard']
    expect(() => jsonSchema.input({ target: 'draft-07' })).toThrow('unevaluatedProperties')
  })
})
