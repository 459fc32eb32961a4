import 'reflect-metadata'
import { IsInt, IsString, Min, ValidateNested } from 'class-validator'
import { Type } from 'class-transformer'
import { Container } from 'inversify'
import { describe, expect, it } from 'vitest'

import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Describe } from '../../src/decorators/describe.js'
import { Tool } from '../../src/decorators/tool.js'
import { contractDigest, contractOf } from '../../src/registry/contract/contract.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { DefineToolOptions } from '../../src/registry/define/define-tool.js'
import type { Constructor, ToolClass } from '../../src/tools/constructor.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { tool } from './tools.js'

const line: JsonSchema = {
  type: 'object',
  title: 'Line',
  description: 'One line.',
  required: ['sku', 'qty'],
  properties: {
    sku: { type: 'string', enum: ['a', 'b'], description: 'What.' },
    qty: { type: 'integer', default: 1, minimum: 1 },
  },
}

function withLine(changed: JsonSchema): JsonSchema {
  return { type: 'object', properties: { line: changed } }
}

const inputSchema = withLine(line)
const reference = contractDigest(tool({ inputSchema }))

function property(name: 'sku' | 'qty', changed: JsonSchema): JsonSchema {
  return withLine({ ...line, properties: { ...line.properties, [name]: changed } })
}

function discovered(toolClass: Constructor): string {
  const container = new Container()
  container.load(toolModule(toolClass as ToolClass))
  const [definition] = discoverTools(container).definitions
  return definition === undefined ? '' : contractDigest(definition)
}

describe('contractDigest', () => {
  it('names the rules it was made by', () => {
    expect(reference).toMatch(/^c1-sha256:[0-9a-f]{64}$/)
  })

  it('stays the same from release to release', () => {
    const simple = tool({ inputSchema: { type: 'object' } })
    expect(contractDigest(simple)).toMatchInlineSnapshot(
      `"c1-sha256:c11b7e3cc5c99befa5d7bcf16635103abd0d212026383c5a957b15b7ecc73866"`,
    )
  })

  it('stays the same for everything a contract covers', () => {
    const full = tool({
      ...{ inputSchema, outputSchema: { type: 'string' }, effect: 'idempotent' },
      ...{ source: 'scripts', repairJsonStrings: true },
    })
    expect(Object.keys(contractOf(full)).sort()).toEqual([
      ...['effect', 'inputSchema', 'outputSchema', 'repairsJsonStrings', 'source'],
    ])
    expect(contractDigest(full)).toMatchInlineSnapshot(
      `"c1-sha256:81d0c3b59d9e96b3dced2fa81c0a4a49fbf21bfe1bf4832343aa69c5c7fa7cb7"`,
    )
  })

  it.each([
    [
      'a nested description',
      property('sku', { type: 'string', enum: ['a', 'b'], description: 'Which.' }),
    ],
    ['a nested title', withLine({ ...line, title: 'Row' })],
    ['a default', property('qty', { type: 'integer', default: 2, minimum: 1 })],
    ['a bound', property('qty', { type: 'integer', default: 1, minimum: 0 })],
    [
      'a member of an enum',
      property('sku', { type: 'string', enum: ['a', 'c'], description: 'What.' }),
    ],
    [
      'the order of an enum',
      property('sku', { type: 'string', enum: ['b', 'a'], description: 'What.' }),
    ],
    ['what is required', withLine({ ...line, required: ['sku'] })],
    ['the dialect', { ...inputSchema, $comment: 'draft-07' }],
  ])('changes with %s [MAN-04]', (_what, changed) => {
    expect(contractDigest(tool({ inputSchema: changed }))).not.toBe(reference)
  })

  it.each([
    ['the effect', { effect: 'idempotent' }],
    ['an output schema', { outputSchema: { type: 'string' } }],
    ['the source', { source: 'scripts' }],
    ['the repair of JSON texts', { repairJsonStrings: true }],
  ] as const)('changes with %s [MAN-04]', (_what, changed) => {
    expect(contractDigest(tool({ inputSchema, ...changed }))).not.toBe(reference)
  })

  it.each([
    ['the description and title of the tool', { description: 'Other.', title: 'Other' }],
    ['its names', { server: 'till', name: 'pay' }],
  ])('does not change with %s [MAN-04]', (_what, changed) => {
    expect(contractDigest(tool({ inputSchema, ...changed }))).toBe(reference)
  })

  it('does not change with the order of keys and of what is required [MAN-04]', () => {
    const { properties = {}, ...rest } = line
    const turned = Object.fromEntries(Object.entries(properties).toReversed())
    const other = withLine({ properties: turned, ...rest, required: ['qty', 'sku'] })
    expect(contractDigest(tool({ inputSchema: other }))).toBe(reference)
  })

  it('keeps the order of a list that is data, whatever keyword it is named after', () => {
    const [first, second] = [
      ['a', 'b'],
      ['b', 'a'],
    ].map((required) =>
      contractDigest(tool({ inputSchema: { type: 'object', default: { required } } })),
    )
    expect(first).not.toBe(second)
  })

  it('is one for two classes that differ in their names and the order of their properties [MAN-04]', () => {
    class Line {
      @IsString() @Describe('What.') sku!: string
    }
    @Tool({ server: 'shop', name: 'order', description: 'Orders.' })
    class Order {
      @IsInt() @Min(1) qty = 1
      @ValidateNested() @Type(() => Line) line!: Line
      call() {
        return this.qty
      }
    }
    class Row {
      @IsString() @Describe('What.') sku!: string
    }
    @Tool({ server: 'shop', name: 'order', description: 'Orders.' })
    class Purchase {
      @ValidateNested() @Type(() => Row) line!: Row
      @IsInt() @Min(1) qty = 1
      call() {
        return this.qty
      }
    }
    expect(discovered(Order)).toBe(discovered(Purchase))
  })

  it('leaves out a default that is another one each time [MAN-04]', () => {
    const orderOf = (first: number) => {
      let next = first
      @Tool({ server: 'shop', name: 'order', description: 'Orders.' })
      class Order {
        @IsInt() qty = next++
        call() {
          return this.qty
        }
      }
      return discovered(Order)
    }
    expect(orderOf(1)).toBe(orderOf(1000))
  })
})

describe('contractOf', () => {
  it('is frozen through and through', () => {
    const { inputSchema: schema } = contractOf(tool({ inputSchema }))
    expect([schema, schema.properties].every(Object.isFrozen)).toBe(true)
  })
})

describe('the contract of who sees a tool, and by which name', () => {
  const plain = tool()

  it.each([
    ['labels', { groups: ['safe'] }],
    ['control', { control: true }],
    ['a person at hand', { interactive: true }],
    ['another name for models', { wireName: 'ignore_previous_instructions' }],
  ])('covers %s, which decide on what an agent gets [MAN-04]', (_what, options) => {
    expect(contractDigest(tool(options))).not.toBe(contractDigest(plain))
  })

  it('is the same for a tool that says what is so by default', () => {
    const said = tool({ groups: [], control: false, interactive: false, wireName: 'shop__order' })
    expect(contractDigest(said)).toBe(contractDigest(plain))
  })

  it('does not depend on the order of labels', () => {
    const [first, second] = [
      ['a', 'b'],
      ['b', 'a'],
    ].map((groups) => contractDigest(tool({ groups })))
    expect(first).toBe(second)
  })
})

describe('the contract of how a tool names the effect of a call', () => {
  const properties = { claim: { type: 'string' }, payment: { type: 'string' } } as const
  const pays = (idempotencyKey?: DefineToolOptions['idempotencyKey']): ToolDefinition =>
    tool({ inputSchema: { type: 'object', properties }, idempotencyKey })

  it('covers the kind of the rule and its path [MAN-04]', () => {
    const digests = [pays(), pays('claim'), pays('payment'), pays('/claim'), pays(() => 'x')]
    expect(new Set(digests.map(contractDigest)).size).toBe(5)
  })

  it('cannot tell two functions apart, and says no more than that there is one [MAN-04]', () => {
    const [first, second] = [pays(() => 'a'), pays(() => 'b')]
    expect(contractOf(first).keyRule).toEqual({ kind: 'method' })
    expect(contractDigest(first)).toBe(contractDigest(second))
  })

  it('says nothing where there is no rule, so that such a tool has the digest it had [MAN-04]', () => {
    expect(contractOf(pays())).not.toHaveProperty('keyRule')
  })

  it('keeps only what a rule says', () => {
    const keyRule = { kind: 'path', path: 'claim', note: 'mine' } as const
    const hostMade = { ...pays('claim'), keyRule }
    expect(contractDigest(hostMade)).toBe(contractDigest(pays('claim')))
  })
})
