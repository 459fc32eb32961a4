import { describe, expect, it } from 'vitest'

import { evaluationCost, maxEvaluations } from '../../src/schema/evaluation-cost.js'
import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'

/** Definitions that each name the next one twice. */
function doubling(levels: number, keyword: 'anyOf' | 'allOf'): JsonSchema {
  const names = Array.from({ length: levels }, (_, level) => `d${level.toString()}`)
  const $defs = Object.fromEntries(
    names.map((name, level) => {
      const next = { $ref: `#/$defs/d${(level + 1).toString()}` }
      return [name, level === levels - 1 ? { type: 'string' } : { [keyword]: [next, next] }]
    }),
  )
  return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs } as JsonSchema
}

describe('evaluationCost', () => {
  it.each<readonly [string, JsonSchema, number]>([
    ['a plain schema', { type: 'string' }, 1],
    ['a union of two', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 3],
    ['members, each on a value of its own', { properties: { a: {}, b: {}, c: {} } }, 1],
    ['a reference', { $ref: '#/$defs/a', $defs: { a: { not: {} } } }, 3],
    ['a reference to itself', { anyOf: [{ $ref: '#' }] }, 3],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }, 1],
  ])('counts %s', (_what, schema, cost) => {
    expect(evaluationCost(schema)).toBe(cost)
  })

  it('stops counting where it is more than is allowed', () => {
    expect(evaluationCost(doubling(60, 'anyOf'))).toBe(maxEvaluations + 1)
  })
})

describe('compileJsonSchema of a schema made to do harm', () => {
  it.each(['anyOf', 'allOf'] as const)('refuses %s that doubles at every level', (keyword) => {
    expect(() => compileJsonSchema(doubling(27, keyword))).toThrow(/asks more than 10000 schemas/)
    expect(compileJsonSchema(doubling(8, keyword))({ a: 'text' })).toEqual([])
  })

  it.each<readonly [string, JsonSchema]>([
    ['at its root', { $async: true, type: 'object' }],
    ['inside', { type: 'object', properties: { n: { $async: true, type: 'integer' } } }],
    ['in a definition', { $ref: '#/$defs/a', $defs: { a: { $async: true } } }],
    ['in a tuple', { prefixItems: [{}, { $async: false }] }],
  ])(
    'refuses `$async` %s, which would put the verdict off until after the call',
    (_where, schema) => {
      expect(() => compileJsonSchema(schema)).toThrow(/has a "\$async"/)
    },
  )

  it('takes an argument of that name', () => {
    const validate = compileJsonSchema({ properties: { $async: { type: 'boolean' } } })
    expect(validate({ $async: 1 })).toHaveLength(1)
  })
})
