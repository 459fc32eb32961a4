import { Transform } from 'class-transformer'
import { IsString } from 'class-validator'
import { Container } from 'inversify'
import { describe, expect, it } from 'vitest'

import { describeAdmission } from '../../src/cli/describe/describe-admission.js'
import { describeArguments } from '../../src/cli/describe/describe-arguments.js'
import { projectionNames } from '../../src/cli/describe/project-for.js'
import { typeLabel } from '../../src/cli/describe/type-label.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { Terminal } from '../../src/cli/terminal/terminal.js'
import { defineTool, discoverTools, Tool, toolModule } from '../../src/index.js'
import { fixture, run } from './run.js'

const app = ['--app', fixture('shop.ts')]

describe('typeLabel', () => {
  it.each<readonly [JsonSchema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', minLength: 1, maxLength: 8 }, 'string (1..8)'],
    [{ type: 'string', minLength: 3, maxLength: 3 }, 'string (3)'],
    [{ type: 'string', minLength: 1 }, 'string (at least 1)'],
    [{ type: 'string', maxLength: 8 }, 'string (at most 8)'],
    [{ type: 'string', pattern: '^a+$' }, 'string /^a+$/'],
    [{ type: 'string', pattern: 'a'.repeat(60) }, 'string'],
    [{ type: 'string', format: 'date-time' }, 'date-time'],
    [{ type: 'integer', minimum: 1, maximum: 9 }, 'integer (1..9)'],
    [{ type: 'number', exclusiveMinimum: 0 }, 'number (over 0)'],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 'number (over 0, under 1)'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ const: 'a' }, '"a"'],
    [{ type: 'array', items: { type: 'integer' }, maxItems: 3 }, 'integer[] (at most 3)'],
    [{ type: 'array', items: { type: ['integer', 'null'] } }, '(integer | null)[]'],
    [{ type: 'array' }, 'any[]'],
    [{ type: 'array', prefixItems: [{ type: 'number' }, true] }, '[number, any]'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'map of string'],
    [{ type: 'object', properties: { a: {} } }, 'object'],
    [{ oneOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ anyOf: [{ type: 'string' }, true] }, 'string'],
    [{ $ref: '#' }, 'recursive'],
    [{}, 'any'],
  ])('says %j as %s', (schema, label) => {
    expect(typeLabel(schema)).toBe(label)
  })
})

describe('describeArguments', () => {
  it('shows what is inside arguments: members, elements, values and each alternative by its tag', () => {
    const lines = describeArguments({
      type: 'object',
      required: ['lines', 'pay'],
      properties: {
        lines: {
          type: 'array',
          items: { type: 'object', properties: { sku: { type: 'string' } } },
        },
        stock: { type: 'object', additionalProperties: { type: 'object', properties: { n: {} } } },
        pay: {
          oneOf: [
            { type: 'object', properties: { kind: { const: 'card' }, digits: { type: 'string' } } },
            { type: 'object', properties: { cash: { type: 'boolean', default: true } } },
          ],
        },
        any: true,
      },
    })
    expect(lines.map((line) => line.trim().replaceAll(/ {2,}/g, ' ; '))).toEqual([
      'lines ; object[] ; required',
      'lines[].sku ; string ; optional',
      'stock ; map of object ; optional',
      'stock.*.n ; any ; optional',
      'pay ; object ; required',
      'pay (kind "card").kind ; "card" ; optional',
      'pay (kind "card").digits ; string ; optional',
      'pay.cash ; boolean ; default true',
      'any ; any ; optional',
    ])
  })

  it('says that a tool takes none', () => {
    expect(describeArguments({ type: 'object', properties: {} })).toEqual(['  none'])
  })
})

describe('tallystick describe --for', () => {
  it.each(projectionNames)(
    'prints the schema that is sent to %s, and what it loses',
    async (name) => {
      const text = await run(['describe', 'shop/order', '--for', name, ...app])
      expect(text.stdout).toMatch(/^\{\n[^]*\n\}\n\n(?:No losses|Losses\n {2}\w)/)
      const json = await run(['describe', 'shop/order', '--for', name, '--json', ...app])
      expect(JSON.parse(json.stdout)).toMatchObject({ schema: { type: 'object' } })
    },
  )
})

describe('commands asked for JSON', () => {
  it.each([
    [['describe', 'shop/price', '--json'], { id: 'shop/price', title: 'Price' }],
    [['explain', 'shop/price', '--json'], { tool: 'shop/price' }],
  ])('print it: %j', async (args, expected) => {
    const { stdout } = await run([...args, ...app])
    expect(JSON.parse(stdout)).toMatchObject(expected)
  })

  it('show a title beside the tool as text', async () => {
    const { stdout } = await run(['describe', 'shop/price', ...app])
    expect(stdout.split('\n')[0]).toBe('shop/price  Price')
  })
})

@Tool({ server: 'shop', name: 'trim' })
class Trimmed {
  @Transform(({ value }) => String(value).trim()) @IsString() q!: string

  call(): string {
    return this.q
  }
}

const container = new Container()
container.load(toolModule(Trimmed))
const trimmed = discoverTools(container).get('shop/trim')
const inputSchema: JsonSchema = { type: 'object' }
const plain = defineTool({
  server: 'shop',
  name: 'plain',
  description: 'Plain.',
  inputSchema,
  call: () => 1,
})

describe('tallystick describe --verbose', () => {
  it('says that a class is compiled [ADM-08]', async () => {
    const { stdout } = await run(['describe', 'shop/price', '--verbose', ...app])
    expect(stdout).toContain('Admission\n  compiled')
  })

  it('says nothing of it unless it is asked', async () => {
    const { stdout } = await run(['describe', 'shop/price', ...app])
    expect(stdout).not.toContain('Admission')
  })

  it.each([
    [
      'a class with a transform',
      trimmed,
      'not compiled, each call asks rule after rule: Trimmed.q',
    ],
    ['a tool without a class', plain, 'by its JSON Schema'],
  ])('says of %s what keeps it from that [ADM-08]', (_name, definition, expected) => {
    expect(describeAdmission(definition, { hasColours: false } as Terminal).join('\n')).toContain(
      expected,
    )
  })
})
