import 'reflect-metadata'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

import { Type } from 'class-transformer'
import { IsArray, IsInt, IsString, Length, ValidateNested } from 'class-validator'
import { Container } from 'inversify'
import { afterAll, describe, expect, it } from 'vitest'

import {
  Describe,
  discoverTools,
  toolModule,
  Tool,
  type DiscoverOptions,
  type ToolRegistry,
} from '../../src/index.js'
import type { ToolTypeFacts, TypeFacts } from '../../src/tools/type-facts.js'
import imported from './fixtures/imported.types.json' with { type: 'json' }
import { problemsOf } from './problems-of.js'

class Line {
  @IsString()
  sku!: string
}

@Tool({ server: 'orders', name: 'place' })
class Place {
  @IsString()
  @Length(1, 8)
  @Describe('Said by the decorator.')
  customer!: string

  @IsInt()
  count!: number

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[]

  call(): unknown {
    return { id: this.customer === 'numbers' ? 7 : 'order-7' }
  }
}

const placeFacts: ToolTypeFacts = {
  class: 'Place',
  file: 'src/place.ts',
  description: 'Places an order.',
  arguments: {
    type: 'object',
    properties: {
      customer: { type: 'string', description: 'Said by the comment.' },
      count: { type: 'number', description: 'How many.' },
      lines: { type: 'array', items: { $ref: '#/$defs/Line' }, description: 'What is ordered.' },
    },
    required: ['customer', 'count', 'lines'],
    $defs: {
      Line: {
        type: 'object',
        properties: { sku: { type: 'string', description: 'The article.' } },
        required: ['sku'],
      },
    },
  },
  output: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
}

const facts: TypeFacts = {
  version: 1,
  inputs: { digest: 'types-sha256:0', folders: ['src'], excluded: [], files: ['tsconfig.json'] },
  tools: { 'orders/place': placeFacts },
}

const folder = mkdtempSync(join(tmpdir(), 'facts-'))
const file = join(folder, 'tallystick.types.json')
writeFileSync(file, JSON.stringify(facts))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function discover(options: DiscoverOptions, tool: new () => object = Place): ToolRegistry {
  const container = new Container()
  container.load(toolModule(tool as typeof Place))
  return discoverTools(container, options)
}

const sound = { customer: 'c-1', count: 1, lines: [{ sku: 's' }] }

describe('discoverTools, facts', () => {
  it('describes the tool and its arguments, nested ones too, where no decorator does', () => {
    const [descriptor] = discover({ facts }).descriptors()
    expect(descriptor).toMatchObject({
      description: 'Places an order.',
      inputSchema: {
        properties: {
          customer: { description: 'Said by the decorator.' },
          count: { description: 'How many.' },
          lines: {
            description: 'What is ordered.',
            items: { properties: { sku: { description: 'The article.' } } },
          },
        },
      },
    })
  })

  it('adds words only: without descriptions the schema is what the decorators alone give', () => {
    const bare = JSON.stringify(discover({}).descriptors()[0]?.inputSchema)
    const described = JSON.stringify(discover({ facts }).descriptors()[0]?.inputSchema)
    const added = /,"description":"(?:How many|What is ordered|The article)\."/g
    expect(described.replaceAll(added, '')).toBe(bare)
  })

  it('holds the output to the type that `call` returns [SCH-08]', async () => {
    const registry = discover({ facts })
    await expect(registry.dispatch('orders/place', sound)).resolves.toMatchObject({
      value: { id: 'order-7' },
    })
    const numbers = registry.dispatch('orders/place', { ...sound, customer: 'numbers' })
    await expect(numbers).rejects.toMatchObject({ code: 'OUTPUT_INVALID', disposition: 'landed' })
  })

  it('never replaces a description or an output schema that the decorators give', () => {
    @Tool({ server: 'orders', name: 'place', description: 'Own.', output: { type: 'number' } })
    class Own {
      call(): number {
        return 1
      }
    }
    expect(discover({ facts }, Own).descriptors()[0]).toMatchObject({
      description: 'Own.',
      outputSchema: { type: 'number' },
    })
  })

  it('never loosens a validator', async () => {
    const wide = { ...placeFacts, arguments: { type: 'object', properties: {} } as const }
    const registry = discover({ facts: { ...facts, tools: { 'orders/place': wide } } })
    const call = registry.dispatch('orders/place', { ...sound, count: 'one', extra: 1 })
    await expect(call).rejects.toMatchObject({
      issues: expect.arrayContaining([
        expect.objectContaining({ path: 'count', code: 'isInt' }),
        expect.objectContaining({ path: 'extra', code: 'unknownKey' }),
      ]) as unknown,
    })
  })

  it('leaves tools alone that the file does not name', () => {
    @Tool({ server: 'orders', name: 'other' })
    class Other {
      call(): number {
        return 1
      }
    }
    const [descriptor] = discover({ facts: { ...facts, tools: {} } }, Other).descriptors()
    expect(descriptor).not.toHaveProperty('outputSchema')
  })

  it.each([
    ['a path', file],
    ['a path from the working directory', relative(process.cwd(), file)],
    ['a URL', pathToFileURL(file)],
    ['the content', JSON.parse(JSON.stringify(facts)) as TypeFacts],
    ['an import of it', imported],
  ])('takes %s', (_what, given) => {
    expect(discover({ facts: given }).descriptors()[0]?.description).toBe('Places an order.')
  })
})

function withTool(more: object): object {
  return { ...facts, tools: { 'a/b': { ...placeFacts, ...more } } }
}

function withInputs(more: object): object {
  return { ...facts, inputs: { ...facts.inputs, ...more } }
}

describe('discoverTools, facts that cannot be used', () => {
  const broken: readonly (readonly [string, unknown, RegExp])[] = [
    ['a file that is not there', join(folder, 'none.json'), /cannot be read \(ENOENT\)/],
    ['a URL of another kind', new URL('https://host.invalid/facts.json'), /names no file/],
    ['a list', [], /not the JSON object/],
    ['another format', { ...facts, version: 2 }, /"version" is not 1/],
    ['no inputs', { ...facts, inputs: {} }, /"inputs" does not say/],
    ['tools that are a list', { ...facts, tools: [] }, /"tools" is not an object/],
    ['a tool without arguments', { ...facts, tools: { 'a/b': { class: 'A' } } }, /"a\/b"/],
    ['a tool whose arguments are no object', withTool({ arguments: { type: 'array' } }), /"a\/b"/],
    ['a tool whose arguments say no type', withTool({ arguments: {} }), /"a\/b"/],
    ['a tool without a class', withTool({ class: undefined }), /"a\/b"/],
    ['a tool without a file', withTool({ file: 1 }), /"a\/b"/],
    ['a tool with another description', withTool({ description: 1 }), /"a\/b"/],
    ['a tool with another output', withTool({ output: true }), /"a\/b"/],
    ['inputs without a digest', withInputs({ digest: 1 }), /"inputs" does not say/],
    ['inputs without folders', withInputs({ folders: undefined }), /"inputs" does not say/],
    ['inputs without exclusions', withInputs({ excluded: undefined }), /"inputs" does not say/],
    ['inputs with another file', withInputs({ files: [1] }), /"inputs" does not say/],
    ['a name that hides the rest', { ...facts, tools: { '\u202ea/b': {} } }, /"\\u202ea\/b"/],
    ['a number', 7, /"facts" has a wrong value/],
  ]

  it.each(broken)('says what is wrong and how to write them again: %s', (_what, given, message) => {
    const [problem] = problemsOf(() => discover({ facts: given as TypeFacts }))
    expect(problem?.message).toMatch(message)
    expect(problem?.fix).toMatch(/tallystick[. ]types/)
  })

  it('names the file by its absolute path, wherever the program was started', () => {
    const [problem] = problemsOf(() => discover({ facts: 'no-such-folder/facts.json' }))
    expect(problem?.subject).toBe(join(process.cwd(), 'no-such-folder', 'facts.json'))
  })

  it('says so when the file is no JSON', () => {
    const text = join(folder, 'text.json')
    writeFileSync(text, 'not json')
    expect(problemsOf(() => discover({ facts: text }))[0]?.message).toBe('it is not JSON.')
  })
})
