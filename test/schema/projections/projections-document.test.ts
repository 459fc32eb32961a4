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

const document = `# Projections: a tool's schema for each model

A tool has one input schema, and calls are held to it. Model APIs each take a part of JSON Schema of their own, and one schema
outside that part can cost a whole request. A projection writes the schema as its target takes it: \`forOpenAi\`, \`forAnthropic\`,
\`forGemini\` and \`forMcp\` each give one, and \`projectTools\` applies it to a list of tools.

## The rules

- A projection is for showing a tool to a model. Validation uses the schema as its author wrote it, foreign ones too.
- It is pure: the source stays as it is, the result is frozen, and equal sources give equal results.
- It is never stricter than the source. What the target has no keyword for goes into the description in words. There is one
  exception: where alternatives at the root are open objects, an argument is shown as the alternatives that name it say.
- The root is an object with \`properties\`. Unions and intersections at the root become one object with the properties of all
  alternatives; one that all of them require stays required. The rule itself stands in the description of the root and in \`note\`,
  for adapters whose target shows only the description of the tool.
- References are written out, with the words beside them; definitions that nobody refers to fall away. A recursive schema stays
  a definition where the target takes one, and is written out to a fixed depth for Gemini.
- draft-07 becomes 2020-12. \`nullable: true\` of OpenAPI and \`exclusiveMinimum: true\` of draft-04 are read as they are meant.
- Everything that changes is listed in \`losses\`, with the place in the source (a JSON Pointer), the keyword and a sentence.

## Strict

\`strict\` asks the target to hold decoding to the schema. It is off by default: Anthropic compiles all strict tools of a request
into one grammar, which can grow too large. A schema that the strict subset cannot say without refusing valid arguments (an open
object, a free map, a value without a type, too many properties or values) is sent without, and a loss of the kind \`not-strict\`
says where.

For OpenAI every property is required then, and one that may be absent takes \`null\` instead. \`fromModel\` turns what the
model sent into arguments: those nulls are absent again, unless the property takes \`null\` by itself. It takes parsed JSON, never
throws, and leaves everything else as it is, so that validation refuses what is unknown.

## What cannot be sent

\`projectTools\` leaves out the one tool and names it in \`dropped\`; \`onLoss: 'throw'\` refuses the list with a \`DefinitionError\`
that names all such tools, and \`onLoss: 'keep'\` offers the tool as an object of which nothing is said. Such a tool has a root
that accepts no object, a reference that leads out of its schema, or a schema that is nested too deep or too large when its
references are written out. A name that the target does not take, a second tool of one name, or one tool too many for a
request is left out as well.

Arguments whose names Anthropic or Gemini refuse are renamed at the root; \`fromModel\` gives them their own names.

LIMITS

The counts are those of one strict schema, but for tools. Beyond \`strictTools\`, tools are sent without strict.

## What becomes of each keyword

What an argument becomes that is required in a closed object. \`kept\`: as it is. \`in words\`: in the description. \`not strict\`: the tool
is sent without strict.

TABLE

## Per target

- **OpenAI** (Chat Completions, Responses): send \`strict\` always; where it is left out, Responses tries strict.
- **Anthropic**: \`input_schema\`. \`cache_control\` and the like are the adapter's.
- **Gemini**: \`parameters\`, the part of OpenAPI 3.0 that its \`Schema\` has. A tool without arguments is sent without \`parameters\`.
  \`parametersJsonSchema\` takes JSON Schema instead; the projection for MCP is closest to that.
- **MCP**: \`inputSchema\` and, by \`projectOutput\`, \`outputSchema\`. Revision 2025-11-25 takes only objects there: another output is
  wrapped as \`{ result: … }\`, and \`toStructured\` wraps the value.
`
  .replace('LIMITS', limits)
  .replace('TABLE', table)

describe('docs/projections.md', () => {
  it('says what becomes of each keyword as it is [SCH-09]', async () => {
    const options = { ...packageJson.prettier, parser: 'markdown', trailingComma: 'all' } as const
    const page = await format(document, options)
    await expect(page).toMatchFileSnapshot('../../../docs/projections.md')
  })
})
