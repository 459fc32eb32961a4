import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../../src/errors/definition-error.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forAnthropic } from '../../../src/schema/projections/for-anthropic.js'
import { forGemini } from '../../../src/schema/projections/for-gemini.js'
import { forMcp } from '../../../src/schema/projections/for-mcp.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'
import { projectTools } from '../../../src/schema/projections/project-tools.js'
import type { Projection } from '../../../src/schema/projections/projection.js'
import { findQuotable } from '../../../src/schema/projections/rewrite/quote-schema.js'
import { Losses } from '../../../src/schema/projections/source/schema-loss.js'
import { SourceDocument } from '../../../src/schema/projections/source/source-document.js'
import {
  maxSourceLength,
  maxSteps,
  WorkBudget,
} from '../../../src/schema/projections/source/work-budget.js'
import { writeMergedRoot } from '../../../src/schema/projections/write/write-root.js'
import { hostileSchemas } from './hostile-schemas.js'
import { findFaults } from './target-subsets.js'

const strictOpenAi = forOpenAi({ strict: true })
const projections: readonly Projection[] = [
  forOpenAi(),
  strictOpenAi,
  forAnthropic(),
  forAnthropic({ strict: true }),
  forGemini(),
  forMcp(),
]
const cases = hostileSchemas.flatMap(({ name, schema }) =>
  projections.map((projection) => ({ name, schema, projection, target: projection.target })),
)
const harmless: JsonSchema = { type: 'object', properties: {}, additionalProperties: false }
const reasons = /too large|nested too deep|more than 1048576 characters|too many steps/

/** A chain of definitions, each an object that refers to the next and to the first. */
function ring(length: number): JsonSchema {
  const names = Array.from({ length }, (_, index) => `d${index}`)
  const $defs = names.map((name, index) => {
    const next = { $ref: `#/$defs/${names[(index + 1) % length]}` }
    return [name, { ...harmless, properties: { next, first: { $ref: '#/$defs/d0' } } }] as const
  })
  const properties = { a: { $ref: '#/$defs/d0' } }
  return { ...harmless, properties, $defs: Object.fromEntries($defs) }
}

function rules(length: number): JsonSchema {
  const allOf = Array.from({ length }, (_, index) => ({ not: { const: index } }))
  return { ...harmless, properties: { a: { type: 'string' } }, allOf }
}

function stepsFor(schema: JsonSchema): number {
  const document = new SourceDocument(schema)
  writeMergedRoot(document, new Losses())
  return document.work.spent
}

describe('a projection of a hostile schema', () => {
  it.each(cases)('$target sends $name, or drops the tool by name', ({ schema, projection }) => {
    const tools = [
      { wireName: 'hostile', inputSchema: schema },
      { wireName: 'other', inputSchema: harmless },
    ]
    const { tools: sent, dropped } = projectTools(tools, projection)
    expect([...dropped, ...sent].map(({ name }) => name)).toEqual(['hostile', 'other'])
    for (const { name, message } of dropped) {
      expect(name).toBe('hostile')
      expect(message).toMatch(reasons)
    }
    for (const { schema: written, strict } of sent)
      if (strict && projection === strictOpenAi)
        expect(findFaults('openAiStrict', written)).toEqual([])
  })

  it('keeps every definition of a ring, and tells those apart whose paths end alike', () => {
    const [chained, alike] = hostileSchemas
      .slice(0, 2)
      .map(({ schema }) => strictOpenAi.project(schema).schema)
    expect(Object.keys(chained?.$defs ?? {})).toHaveLength(2000)
    expect(Object.keys(alike?.$defs ?? {}).slice(-2)).toEqual(['n_1999', 'n_2000'])
  })

  it('says every one of very many rules', () => {
    const { strict, losses } = strictOpenAi.project(rules(3000))
    expect(strict).toBe(true)
    expect(losses.filter(({ keyword }) => keyword === 'not')).toHaveLength(3000)
  })
})

describe('WorkBudget', () => {
  it.each([
    ['a ring of definitions', ring],
    ['a list of rules', rules],
  ])('takes at most a little more than twice the steps for twice of %s', (_name, write) => {
    const steps = stepsFor(write(1000))
    expect(stepsFor(write(2000))).toBeLessThan(2.5 * steps)
    expect(steps).toBeLessThan(maxSteps / 5)
  })

  it('counts the same for equal schemas', () => {
    expect(stepsFor(ring(100))).toBe(stepsFor(ring(100)))
  })

  it('ends at its limit, and at the share that an attempt is allowed', () => {
    const work = new WorkBudget()
    work.allow(1 / 2)
    expect(() => {
      work.spend(maxSteps / 2 + 1)
    }).toThrow('too many steps')
    work.allow(1)
    work.spend(maxSteps / 2 - 1)
    expect(() => {
      work.spend(1)
    }).toThrow('too many steps')
  })

  it('ends a quote that takes more than is left, as it ends everything else', () => {
    const document = new SourceDocument(rules(10))
    document.work.allow(0)
    expect(() => findQuotable({ at: '' }, document)).toThrow('too many steps')
  })

  it('counts nothing after its end', () => {
    const work = new WorkBudget()
    work.stop()
    work.spend(2 * maxSteps)
    expect(work.spent).toBe(0)
  })

  it('takes a source up to its length, and refuses a longer one', () => {
    const sourceOf = (length: number): JsonSchema => ({
      ...harmless,
      description: 'x'.repeat(length),
    })
    const room = maxSourceLength - JSON.stringify(sourceOf(0)).length
    expect(() => forMcp().project(sourceOf(room - 10))).not.toThrow()
    expect(() => forMcp().project(sourceOf(room + 10))).toThrow(DefinitionError)
  })

  it('sends without strict what only strict takes too much work for', () => {
    const anyOf = (index: number): object => ({ anyOf: [{ minLength: index }, { minimum: index }] })
    const allOf = Array.from({ length: 2000 }, (_, index) => anyOf(index))
    const schema = { ...harmless, properties: { a: { allOf } } } as JsonSchema
    const { strict, losses } = strictOpenAi.project(schema)
    expect(strict).toBe(false)
    expect(losses.map(({ message }) => message)).toContain(
      'the schema takes too many steps to read and write.',
    )
  })
})
