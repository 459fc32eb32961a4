import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { canonicalJson } from '../../../src/schema/canonical-json.js'
import { compileJsonSchema } from '../../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forAnthropic } from '../../../src/schema/projections/for-anthropic.js'
import { forGemini } from '../../../src/schema/projections/for-gemini.js'
import { forMcp } from '../../../src/schema/projections/for-mcp.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'
import type { ProjectedSchema, Projection } from '../../../src/schema/projections/projection.js'
import { foreignSchemas } from './foreign-schemas.js'
import { accepts, asStrictModelSends } from './projected-values.js'
import { anySchema, instanceOf } from './random-schemas.js'
import { findFaults } from './target-subsets.js'

const strictOpenAi = forOpenAi({ strict: true })
const strictAnthropic = forAnthropic({ strict: true })
const projections: readonly Projection[] = [
  forOpenAi(),
  strictOpenAi,
  forAnthropic(),
  strictAnthropic,
  forGemini(),
  forMcp(),
  forMcp({ revision: '2025-11-25' }),
]
const targets = projections.map((projection) => [projection.target, projection] as const)

/** What a model that keeps to a projection may send for arguments that the source accepts. */
function sentFor({ schema, strict }: ProjectedSchema, value: object): unknown {
  return strict ? asStrictModelSends(schema, value) : value
}

/** Renamed arguments are known only to `fromModel`; they have tests of their own. */
function isRenamed({ losses }: ProjectedSchema): boolean {
  return losses.some(({ kind }) => kind === 'renamed')
}

function expectWider(projection: Projection, schema: JsonSchema, value: unknown): void {
  const projected = projection.project(schema)
  const sent = sentFor(projected, value as object)
  if (isRenamed(projected)) return
  const facts = { sent, schema: projected.schema }
  expect({ ...facts, accepted: accepts(projected.schema, sent) }).toEqual({
    ...facts,
    accepted: true,
  })
  const given = projected.fromModel(sent)
  if (!countsAlternatives(schema)) expect(compileJsonSchema(schema)(given)).toEqual([])
}

/** Where exactly one may hold, null for a property that takes null and may be absent is one more that holds. */
function countsAlternatives(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"oneOf"')
}

const isLong = process.env['TALLYSTICK_LONG'] === '1'
const numRuns = isLong ? 2_000 : 60
/** A busy machine takes its time. */
const timeout = isLong ? 600_000 : 60_000

/** A schema with values that it accepts. */
const sourceWithValues = anySchema().chain((schema) =>
  fc
    .array(instanceOf(schema, schema), { minLength: 8, maxLength: 8 })
    .map((values) => ({ schema, values: values.filter((value) => isAccepted(schema, value)) })),
)

/** A schema with values that its strict projection accepts. */
const sentByStrictModel = anySchema('closed').chain((schema) => {
  const { schema: projected } = strictOpenAi.project(schema)
  return fc
    .array(instanceOf(projected, projected), { minLength: 4, maxLength: 4 })
    .map((values) => ({ schema, sent: values.filter((value) => accepts(projected, value)) }))
})

function textOf(schema: JsonSchema): string {
  return JSON.stringify(schema)
}

function isAccepted(schema: JsonSchema, value: unknown): boolean {
  return compileJsonSchema(schema)(value).length === 0
}

describe('a projection', () => {
  it.each(foreignSchemas)('accepts what $name accepts', ({ schema, accepted }) => {
    expect(accepted).not.toEqual([])
    for (const value of accepted) {
      expect(isAccepted(schema, value)).toBe(true)
      for (const projection of projections) expectWider(projection, schema, value)
    }
  })

  it(
    '[SCH-09] accepts what any source accepts, and gives back what the source accepts',
    () => {
      let tried = 0
      fc.assert(
        fc.property(sourceWithValues, ({ schema, values }) => {
          tried += values.length
          for (const value of values)
            for (const projection of projections) expectWider(projection, schema, value)
        }),
        { numRuns },
      )
      expect(tried).toBeGreaterThan(numRuns / 4)
    },
    timeout,
  )

  it(
    'leaves arguments with nothing added as they are',
    () => {
      let tried = 0
      fc.assert(
        fc.property(sourceWithValues, ({ schema, values }) => {
          tried += values.length
          for (const value of values)
            for (const { project } of projections)
              expect(project(schema).fromModel(value)).toEqual(value)
        }),
        { numRuns },
      )
      expect(tried).toBeGreaterThan(numRuns / 4)
    },
    timeout,
  )
})

describe('ProjectedSchema.fromModel', () => {
  it(
    '[SCH-09] gives arguments that break only rules said in words, for whatever a strict model may send',
    () => {
      let sentStrictly = 0
      fc.assert(
        fc.property(sentByStrictModel, ({ schema, sent }) => {
          const { losses, fromModel, strict } = strictOpenAi.project(schema)
          const lost = new Set(losses.map(({ keyword }) => keyword))
          // What breaks a rule inside a union breaks its other alternatives by any of their keywords.
          const isTraceable =
            lost.size === 0 || !/"(anyOf|oneOf|not|prefixItems)"/.test(textOf(schema))
          if (!strict || !isTraceable) return
          for (const value of sent) {
            const violations = compileJsonSchema(schema)(fromModel(value))
            expect(violations.filter(({ keyword }) => !lost.has(keyword))).toEqual([])
            sentStrictly += 1
          }
        }),
        { numRuns: 4 * numRuns },
      )
      expect(sentStrictly).toBeGreaterThan(numRuns / 20)
    },
    timeout,
  )
})

describe.each(targets)('a projection for %s', (target, projection) => {
  it(
    'gives the same for the same schema and leaves it as it is',
    () => {
      fc.assert(
        fc.property(anySchema(), (schema) => {
          const before = canonicalJson(schema)
          const first = projection.project(schema)
          const second = projection.project(structuredClone(schema))
          expect(JSON.stringify(second)).toBe(JSON.stringify(first))
          expect(canonicalJson(schema)).toBe(before)
          expect(Object.isFrozen(schema)).toBe(false)
        }),
      )
    },
    timeout,
  )

  it(
    'has no property whose value is undefined',
    () => {
      fc.assert(
        fc.property(anySchema(), (schema) => {
          const { schema: projected } = projection.project(schema)
          expect(structuredClone(projected)).toStrictEqual(JSON.parse(JSON.stringify(projected)))
        }),
      )
    },
    timeout,
  )
})

/** MCP takes any schema. */
const subsets = [
  [forOpenAi(), 'merged'],
  [strictOpenAi, 'openAiStrict'],
  [forAnthropic(), 'merged'],
  [strictAnthropic, 'anthropicStrict'],
  [forGemini(), 'gemini'],
] as const

describe.each(
  subsets.map(([projection, subset]) => [projection.target, projection, subset] as const),
)('a projection for %s', (target, projection, subset) => {
  it(
    `stays in what ${target} takes`,
    () => {
      let held = 0
      const check = (schema: JsonSchema): void => {
        const { schema: projected, strict } = projection.project(schema)
        if (target.endsWith('strict') && !strict) return
        expect(findFaults(subset, projected)).toEqual([])
        held += 1
      }
      for (const { schema } of foreignSchemas) check(schema)
      fc.assert(fc.property(anySchema(), check))
      expect(held).toBeGreaterThan(5)
    },
    timeout,
  )
})
