import { beforeAll, describe, expect, it } from 'vitest'

import { extractFacts, type ToolTypeFacts } from '../../src/types/index.js'
import { factsOf, toolSource, toolsWith, typeProject } from './type-project.js'

function argumentNames(members: string, before?: string): readonly string[] {
  return namesOf(factsOf(members, before))
}

function namesOf(facts: ToolTypeFacts | undefined): readonly string[] {
  return Object.keys(facts?.arguments.properties ?? {})
}

const ledger = `class Ledger { balance = 0; transfer() {} }
  const injectLedger: PropertyDecorator = () => {}`
const services = `class Ledger2 { #balance = 0; transfer() { return this.#balance } }
  interface Clock { now(): Date }
  class OwnMap extends Map<string, string> {}`

/** What is no argument, beside one that is. */
const hidden: readonly (readonly [title: string, member: string])[] = [
  ['a private member', 'private hidden = 1'],
  ['a protected member', 'protected hidden!: string'],
  ['a #private member', '#hidden = 1; use() { return this.#hidden }'],
  ['a private constructor parameter', 'constructor(private readonly ledger: Ledger) {}'],
  ['a protected constructor parameter', 'constructor(protected ledger: Ledger) {}'],
  ['a public constructor parameter', 'constructor(public ledger: Ledger) {}'],
  ['a readonly constructor parameter', 'constructor(readonly ledger: Ledger) {}'],
  ['an injected member', '@inject(Ledger) ledger!: Ledger'],
  ['a member injected without a token', '@injectLedger ledger!: Ledger'],
  ['an optional injected member', '@inject(Ledger) ledger?: Ledger'],
  ['a method', 'transfer() {}'],
  ['an optional method', 'transfer?(): void'],
  ['an arrow function', 'transfer = () => 1'],
  ['an optional function', 'transfer?: () => void'],
  ['a nullable function', 'transfer: (() => void) | null = null'],
  ['a class', 'kind = Ledger'],
  ['a getter', 'get total() { return 1 }'],
  ['an accessor pair', 'get total() { return 1 } set total(value: number) {}'],
  ['an auto-accessor', 'accessor total = 1'],
  ['a static member', 'static total = 1'],
  ['a member under a symbol', '[Symbol.iterator] = 1'],
  ['the context of the call', 'context!: ToolContext'],
  ['an optional context', 'context?: ToolContext'],
]

/** Types that JSON cannot give, and what they are called. */
const opaque: readonly (readonly [type: string, name: string])[] = [
  ['Map<string, number>', 'Map'],
  ['ReadonlySet<string>', 'ReadonlySet'],
  ['Uint8Array', 'Uint8Array'],
  ['RegExp', 'RegExp'],
  ['Promise<string>', 'Promise'],
  ['Ledger2', 'Ledger2'],
  ['Clock', 'Clock'],
  ['{ now(): Date }', 'Object'],
  ['symbol', 'Symbol'],
  ['OwnMap', 'OwnMap'],
]

/** Facts by the first column of a table, read from one program. */
function factsBy(keys: readonly string[], members: readonly string[], before: string) {
  const tools = toolsWith(members, before)
  return new Map(keys.map((key, index) => [key, tools[index]]))
}

describe('the arguments that a type has', () => {
  let withHidden: ReadonlyMap<string, ToolTypeFacts | undefined>
  let withOpaque: ReadonlyMap<string, ToolTypeFacts | undefined>

  beforeAll(() => {
    const titles = hidden.map(([title]) => title)
    withHidden = factsBy(
      titles,
      hidden.map(([, member]) => `name!: string; ${member}`),
      ledger,
    )
    const types = opaque.map(([type]) => type)
    withOpaque = factsBy(
      types,
      types.map((type) => `value!: ${type}`),
      services,
    )
  })

  it('are its public data members', () => {
    expect(argumentNames('name!: string; readonly age!: number; declare note?: string')).toEqual([
      'name',
      'age',
      'note',
    ])
  })

  it.each(hidden)('never include %s', (title) => {
    expect(namesOf(withHidden.get(title))).toEqual(['name'])
  })

  it('do not depend on what `call` takes', () => {
    expect(argumentNames('call(context: ToolContext) { void context }')).toEqual([])
  })

  it('are inherited through any number of levels, generics bound', () => {
    const bases = `class Base<T> { value!: T; private hidden!: T; run() {} }
      class Middle<T> extends Base<T[]> { limit = 20 }`
    const source = toolSource('one', 'name!: string', bases).replace(
      'class OneTool',
      '$& extends Middle<number>',
    )
    const { tools } = extractFacts({ project: typeProject({ 'src/one.ts': source }) })
    const { properties, required } = tools['types/one']?.arguments ?? {}
    expect(properties).toEqual({
      name: { type: 'string' },
      limit: { type: 'number' },
      value: { type: 'array', items: { type: 'number' } },
    })
    expect(required).toEqual(['name', 'value'])
  })

  it('are what a type parameter of the class extends', () => {
    const source = toolSource('one', 'value!: T; key!: K').replace(
      'class OneTool',
      '$&<T, K extends string>',
    )
    const { tools } = extractFacts({ project: typeProject({ 'src/one.ts': source }) })
    expect(tools['types/one']?.arguments.properties).toEqual({ value: {}, key: { type: 'string' } })
  })

  it('are none where a class has none', () => {
    expect(factsOf('').arguments).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    })
  })

  it('leave out of what is required the optional and the initialised', () => {
    const members = `a!: string; b?: string; c: string | undefined; d = 1; e: string
      constructor() { if (Math.random() > 2) { this.e = 'x' } else this.e = 'y' }`
    expect(factsOf(members).arguments.required).toEqual(['a'])
  })

  it('read nested classes by the same rules', () => {
    const line = `class Line {
      quantity = 1
      name!: string
      get total() { return 1 }
      describe() { return '' }
      constructor(public ledger: Ledger) {}
    }`
    const { properties } = factsOf('lines!: Line[]', `${ledger}\n${line}`).arguments
    expect(properties?.['lines']).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: { quantity: { type: 'number' }, name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
    })
  })

  it.each(opaque)('mark what JSON cannot give with its name: %s', (type, name) => {
    const { properties } = withOpaque.get(type)?.arguments ?? {}
    expect(properties).toEqual({ value: { 'x-instance': name } })
  })

  it('mark classes with methods that come from a library', () => {
    const files = {
      'node_modules/money/package.json':
        '{ "name": "money", "version": "1.0.0", "types": "index.d.ts" }',
      'node_modules/money/index.d.ts': `export declare class Money { amount: number; plus(other: Money): Money }
        export declare class Dto { amount: number }`,
      'src/one.ts': toolSource(
        'one',
        'money!: Money; dto!: Dto',
        "import { Dto, Money } from 'money'",
      ),
    }
    const { properties } =
      extractFacts({ project: typeProject(files) }).tools['types/one']?.arguments ?? {}
    expect(properties?.['money']).toEqual({ 'x-instance': 'Money' })
    expect(properties?.['dto']).toMatchObject({ properties: { amount: { type: 'number' } } })
  })

  it('may have the names of classes of the language in a library', () => {
    const names =
      'export declare class Date { day: number }\nexport declare class Map { zoom: number }'
    const files = {
      'node_modules/maps/package.json': '{ "name": "maps", "types": "index.d.ts" }',
      'node_modules/maps/index.d.ts': names,
      'src/one.ts': toolSource('one', 'day!: Date; map!: Map', "import { Date, Map } from 'maps'"),
    }
    const { tools } = extractFacts({ project: typeProject(files) })
    expect(tools['types/one']?.arguments.properties).toMatchObject({
      day: { properties: { day: { type: 'number' } } },
      map: { properties: { zoom: { type: 'number' } } },
    })
  })

  it('may be checked by decorators that speak of injection', () => {
    const before = 'const NoInjection = (): PropertyDecorator => () => {}'
    expect(argumentNames('@NoInjection() name!: string', before)).toEqual(['name'])
  })

  it('may be named like a member of every object', () => {
    const members =
      "toString2!: string; '__proto__'!: string; constructor2!: number; valueOf!: never"
    expect(argumentNames(members)).toEqual(['toString2', '__proto__', 'constructor2'])
  })
})

describe('the descriptions that a type gives', () => {
  it('are the comments of the class, its members and nested ones', () => {
    const source = `
      import { Tool } from 'tallystick'
      /** Where to ship. */
      interface Address { /** The street. */ street: string }
      /**
       * Ships an order,
       * to {@link Address | the address}.
       * @deprecated
       */
      @Tool({ server: 'types', name: 'one' })
      export class One {
        /** The address. */ first!: Address
        second!: Address
        /** Many of them. */ list!: Address[]
        call(): void {}
      }`
    const { tools } = extractFacts({ project: typeProject({ 'src/one.ts': source }) })
    const { description, arguments: args } = tools['types/one'] ?? {}
    expect(description).toBe('Ships an order,\nto the address.')
    expect(args?.properties).toMatchObject({
      first: { description: 'The address.' },
      second: { description: 'Where to ship.' },
      list: { description: 'Many of them.', items: { description: 'Where to ship.' } },
    })
    expect(args?.$defs).toMatchObject({
      Address: { properties: { street: { description: 'The street.' } } },
    })
  })

  it('end at the first tag, also on the line of a brace', () => {
    const before = `interface Address { /** The street.
      * @deprecated no longer */ street: string }`
    expect(factsOf('address!: Address', before).arguments.properties?.['address']).toMatchObject({
      properties: { street: { type: 'string', description: 'The street.' } },
    })
  })

  it('are not what the language says of its own members', () => {
    const { properties } = factsOf("match!: Pick<RegExpMatchArray, 'index'>").arguments
    expect(properties?.['match']).toMatchObject({ properties: { index: { type: 'number' } } })
    expect(JSON.stringify(properties)).not.toContain('description')
  })

  it('take no constraint from the tags of a comment, and run nothing that they name', () => {
    const tags = [
      '@minimum 3',
      '@pattern ^a$',
      '@default require("./evil.cjs")',
      '@TJS-type integer',
    ]
    const more = [
      '@nullable',
      '@ignore',
      '@format email',
      '@items.minimum 3',
      '@$ref #/x',
      '@asType integer',
    ]
    const comment = [...tags, ...more].map((tag) => `* ${tag}`).join('\n')
    const { properties } = factsOf(`/** A name.\n${comment}\n*/\nname!: string`).arguments
    expect(properties).toEqual({ name: { type: 'string', description: 'A name.' } })
  })
})
