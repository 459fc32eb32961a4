import { readFileSync } from 'node:fs'

import { format } from 'prettier'
import { describe, expect, it } from 'vitest'

import packageJson from '../../../package.json' with { type: 'json' }
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forAnthropic } from '../../../src/schema/projections/for-anthropic.js'
import { forGemini } from '../../../src/schema/projections/for-gemini.js'
import { forMcp } from '../../../src/schema/projections/for-mcp.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'
import { withoutKeys } from '../../../src/schema/projections/source/without-keys.js'
import type { ProjectedSchema, Projection } from '../../../src/schema/projections/projection.js'

const targets: readonly (readonly [string, Projection])[] = [
  ['OpenAI', forOpenAi()],
  ['OpenAI strict', forOpenAi({ strict: true })],
  ['Anthropic', forAnthropic()],
  ['Anthropic strict', forAnthropic({ strict: true })],
  ['Gemini', forGemini()],
  ['MCP', forMcp()],
]

const text = { type: 'string' }
const closed = { type: 'object', properties: {}, additionalProperties: false }

/** One argument for every keyword that something becomes of. */
const examples: readonly object[] = [
  {},
  { type: ['string', 'null'] },
  { type: ['string', 'integer'] },
  { type: 'string', nullable: true },
  { const: 'a' },
  { enum: ['a', 'b'] },
  { enum: [1, 2, 3] },
  { enum: [1, 5] },
  { enum: ['', 'a'] },
  { type: 'string', minLength: 1 },
  { type: 'string', maxLength: 9 },
  { type: 'string', pattern: '^a' },
  { type: 'string', pattern: '^(?!a)' },
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'email' },
  { type: 'string', format: 'uri' },
  { type: 'string', format: 'other' },
  { type: 'integer', minimum: 1 },
  { type: 'integer', exclusiveMinimum: 1 },
  { type: 'number', exclusiveMinimum: 1 },
  { type: 'integer', multipleOf: 5 },
  { type: 'array', items: text, minItems: 1 },
  { type: 'array', items: text, minItems: 2 },
  { type: 'array', items: text, maxItems: 2 },
  { type: 'array', items: text, uniqueItems: true },
  { type: 'array', items: text, contains: { const: 'a' } },
  { type: 'array' },
  { type: 'array', prefixItems: [text, { type: 'number' }], items: false },
  closed,
  { type: 'object', properties: {} },
  { type: 'object', properties: {}, additionalProperties: text },
  { ...closed, patternProperties: { '^x': text } },
  { ...closed, minProperties: 1 },
  { anyOf: [text, { type: 'number' }] },
  { oneOf: [text, { type: 'number' }] },
  { allOf: [{ type: 'number', minimum: 1 }, { maximum: 9 }] },
  { type: 'string', not: { const: 'a' } },
  { type: 'string', if: { const: 'a' }, then: { maxLength: 1 } },
  { type: 'string', default: 'a' },
  { type: 'string', title: 'A' },
  { type: 'string', examples: ['a'] },
  { type: 'string', 'x-own': 1 },
  { $ref: '#/$defs/name' },
  { $ref: '#/$defs/node' },
]
const $defs = {
  name: text,
  node: { ...closed, properties: { next: { $ref: '#/$defs/node' } } },
}

function cellOf(projection: Projection, example: object): string {
  const schema = { ...closed, properties: { a: example }, required: ['a'], $defs } as JsonSchema
  const projected = projection.project(schema)
  if (projection.target.endsWith('strict') && !projected.strict) return 'not strict'
  const property = withoutKeys(projected.schema.properties?.['a'] as JsonSchema, 'description')
  if (JSON.stringify(property) === JSON.stringify(example)) return 'kept'
  const words = wordsOf(projected)
  const kept = Object.entries(example).filter(([keyword]) => keyword in property)
  const isRest = JSON.stringify(Object.fromEntries(kept)) === JSON.stringify(property)
  return isRest && words !== '' ? words : [code(property), words].filter(Boolean).join(', ')
}

function wordsOf({ losses }: ProjectedSchema): string {
  const own = losses.filter(({ path }) => path !== '')
  if (own.some(({ kind }) => kind === 'described')) return 'in words'
  return own.some(({ kind }) => kind === 'dropped') ? 'left out' : ''
}

function code(value: object): string {
  const shown = JSON.stringify(value)
  return `\`${(shown.length > 100 ? `${shown.slice(0, 100)}…` : shown).replaceAll('|', '\\|')}\``
}

function table(): string {
  const head = ['argument', ...targets.map(([name]) => name)]
  const rows = examples.map((example) => [
    code(example),
    ...targets.map(([, projection]) => cellOf(projection, example)),
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function limits(): string {
  const rows = targets.map(([name, projection]) => {
    const { toolName, propertyName, ...counts } = projection.limits
    const listed = Object.entries(counts).map(([count, limit]) => `${count} ${String(limit)}`)
    const argument = propertyName === undefined ? '' : `\`${propertyName.source}\``
    return `| ${name} | \`${toolName.source}\` | ${argument} | ${listed.join(', ')} |`
  })
  return [
    '| target | tool name | argument name | counts |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** The page with its two tables made anew. */
function renderPage(page: string): Promise<string> {
  const rendered = page
    .replace(/(<!-- limits -->\n\n)[^]*?(\n\n)/, (_whole, head: string, tail: string) => {
      return `${head}${limits()}${tail}`
    })
    .replace(/(<!-- keywords -->\n\n)[^]*?(\n\n)/, (_whole, head: string, tail: string) => {
      return `${head}${table()}${tail}`
    })
  return format(rendered, { ...packageJson.prettier, parser: 'markdown', trailingComma: 'all' })
}

describe('docs/projections.md', () => {
  it('says what becomes of each keyword as it is, and what each target takes [SCH-09]', async () => {
    const page = readFileSync('docs/projections.md', 'utf8')
    expect(page).toMatch(/<!-- limits -->\n\n\|[^]*<!-- keywords -->\n\n\|/)
    await expect(await renderPage(page)).toMatchFileSnapshot('../../../docs/projections.md')
  })
})
