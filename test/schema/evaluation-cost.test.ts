import { describe, expect, it } from 'vitest'

import { AskedSchemas } from '../../src/schema/asked-schemas.js'
import { evaluationCost, maxEvaluations } from '../../src/schema/evaluation-cost.js'
import { JsonSchemaError } from '../../src/schema/json-schema-error.js'
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

const four: JsonSchema = { allOf: [{}, {}, {}] }

function costOf(schema: JsonSchema): number {
  return evaluationCost(new AskedSchemas(schema))
}

/**
 * Definitions that each ask the next one twice, and the one before where a value is no text: of a text, the first is
 * asked over a million times, but each only once while the last is counted.
 */
function doublingBack(levels: number): JsonSchema {
  const to = (level: number): JsonSchema => ({ $ref: `#/$defs/d${level.toString()}` })
  const back = (level: number): JsonSchema => ({ if: { type: 'string' }, else: to(level) })
  const definitions = Array.from({ length: levels }, (_, level) => {
    const before = level === 0 ? [] : [back(level - 1)]
    return [`d${level.toString()}`, { allOf: [to(level + 1), to(level + 1), ...before] }] as const
  })
  const last = { [`d${levels.toString()}`]: back(levels - 1) }
  const properties = { b: to(levels), a: to(0) }
  return { properties, $defs: { ...Object.fromEntries(definitions), ...last } }
}

describe('evaluationCost', () => {
  it.each<readonly [string, JsonSchema, number]>([
    ['a plain schema', { type: 'string' }, 1],
    ['a union of two', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 3],
    ['members, each on a value of its own', { properties: { a: {}, b: {}, c: {} } }, 1],
    ['a reference', { $ref: '#/$defs/a', $defs: { a: { not: {} } } }, 3],
    ['a reference to itself', { anyOf: [{ $ref: '#' }] }, 4],
    ['what depends on a property', { dependentSchemas: { a: { not: {} }, b: true } }, 3],
    [
      'what depends on a property in draft-07',
      { dependencies: { a: { not: {} }, b: ['a'], c: true } },
      3,
    ],
    ['a reference to a boolean', { $ref: '#/$defs/a', $defs: { a: false } }, 1],
    ['a reference by an anchor', { $ref: '#a', $defs: { a: { $anchor: 'a', not: {} } } }, 3],
    ['a reference by an anchor of draft-07', { $ref: '#a', not: { $id: '#a', not: {} } }, 5],
    ['a reference by an id', { $ref: 'urn:a', $defs: { a: { $id: 'urn:a', not: {} } } }, 3],
    [
      'a reference inside what has an id',
      {
        $ref: 'a#/$defs/b',
        $defs: { a: { $id: 'a', $defs: { b: { $ref: '#/not' } }, not: {} } },
        not: { allOf: [{}, {}, {}] },
      },
      7,
    ],
    [
      'a reference to where no keyword holds schemas',
      { $ref: '#/x/a~1b%20c', x: { 'a/b c': { properties: { d: { $ref: '#/x/d' } } }, d: four } },
      5,
    ],
    [
      'a reference that depends on who is asking',
      { $dynamicRef: '#a', $defs: { a: { $dynamicAnchor: 'a', not: {} } } },
      3,
    ],
    [
      'all that may be asked for by one name',
      {
        $dynamicRef: '#a',
        $defs: {
          a: { $dynamicAnchor: 'a', not: {} },
          b: { $id: 'b', $dynamicAnchor: 'a', allOf: [{}, {}] },
        },
      },
      6,
    ],
    ['what is asked for by a name that nobody has', { $dynamicRef: '#a' }, 1],
    ['definitions that nobody refers to', { $defs: { a: { $ref: '#/$defs/none' } } }, 1],
  ])('counts %s', (_what, schema, cost) => {
    expect(costOf(schema)).toBe(cost)
  })

  it.each([
    '#/$defs/none',
    '#/title/none',
    '#/title/0',
    '#/allOf',
    '#none',
    'urn:none',
    'urn:none#/a',
  ])('refuses what leads to no schema: %s', ($ref) => {
    const schema = { title: 'A', allOf: [{}], items: { $ref } }
    expect(() => costOf(schema)).toThrow(JsonSchemaError)
    expect(() => costOf(schema)).toThrow(`refers to what it does not hold: "${$ref}".`)
  })

  it.each<readonly [string, JsonSchema]>([
    [
      'the document, from inside what has an id',
      { $ref: '#/x/y', x: { $id: 'a', y: { $ref: '#/$defs/z' } }, $defs: { z: {} } },
    ],
    [
      'a name, where no keyword holds the schema of that name',
      { $ref: '#/x', x: { $id: 'a', $ref: 'a' } },
    ],
  ])('refuses what leads to %s', (_what, schema) => {
    expect(() => costOf(schema)).toThrow('refers to what it does not hold')
  })

  it('refuses two schemas of one name, wherever they stand', () => {
    const prefixItems = [{ $id: 'a' }]
    expect(() => costOf({ prefixItems, $defs: { a: { $id: 'a', not: {} } } })).toThrow(
      'has two schemas in it of the name "a".',
    )
    expect(costOf({ $anchor: 'a', $dynamicAnchor: 'a' })).toBe(1)
  })

  it('stops counting where it is more than is allowed', () => {
    expect(costOf(doubling(60, 'anyOf'))).toBe(maxEvaluations + 1)
  })

  it('counts what leads back to the schema that asks as often as another would ask it', () => {
    expect(costOf(doublingBack(22))).toBe(maxEvaluations + 1)
    expect(costOf(doublingBack(1))).toBe(20)
  })
})
