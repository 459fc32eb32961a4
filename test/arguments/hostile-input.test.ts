import { Type } from 'class-transformer'
import {
  Allow,
  IsArray,
  IsDate,
  IsEnum,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator'
import fc from 'fast-check'
import { Container, inject } from 'inversify'
import { describe, expect, it } from 'vitest'

import {
  discoverTools,
  Items,
  Nullable,
  Tool,
  ToolError,
  toolModule,
  Tuple,
  Values,
  type ToolClass,
} from '../../src/index.js'

class Ledger {
  readonly accounts = { 'A-1': 100 }
  url = 'db:ledger'
}

enum Kind {
  Cash = 1,
  Bank = 2,
}

class Line {
  @IsString() sku!: string
  @IsOptional() @IsInt() @Min(1) qty = 1
}

class Node {
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Node) children?: Node[]
}

class Circle {
  @IsInt() radius!: number
}

abstract class WithLedger {
  abstract readonly ledger: Ledger
  call() {
    return this.ledger.url
  }
}

let tools: ToolClass[] = []

/** Declares a tool class that has the ledger injected beside its arguments. */
function tool(name: string): (target: ToolClass) => void {
  return (target) => {
    Tool({ server: 'hostile', name })(target)
    tools = [...tools, target]
  }
}

@tool('none')
class None extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
}
@tool('flat')
class Flat extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
  @IsString() @Length(1, 8) a!: string
  @IsInt() b = 1
  @IsOptional() @IsEnum(Kind) kind?: Kind
}
@tool('nested')
class Nested extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[]
}
@tool('recursive')
class Recursive extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
  @ValidateNested() @Type(() => Node) a!: Node
}
@tool('free')
class Free extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
  @IsObject() map!: Record<string, unknown>
  @Allow() a!: unknown
}
@tool('dates')
class Dates extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
  @IsDate() @Type(() => Date) a!: Date
  @IsOptional() @IsDate({ each: true }) @Type(() => Date) lines?: Date[]
}
@tool('nullable')
class MayBeNull extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
  @Nullable() @IsString() a!: string | null
  @ValidateIf((o: MayBeNull) => o.a === null) @Matches(/^x/) b!: string
}
@tool('contained')
class Contained extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
  @IsObject() @Values(() => Line) map!: Record<string, Line>
  @IsOptional() @Items(() => Line, { depth: 2 }) lines?: Line[][]
  @IsOptional() @Tuple(() => [Number, Line]) a?: [number, Line]
}
@tool('discriminated')
class Discriminated extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
  @ValidateNested()
  @Type(() => Object, {
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'circle', value: Circle },
        { name: 'line', value: Line },
      ],
    },
  })
  a!: Circle | Line
}
@tool('untyped_array')
class Untyped extends WithLedger {
  @inject(Ledger) readonly ledger!: Ledger
  @IsArray() lines!: unknown[]
}

const container = new Container()
container.bind(Ledger).toSelf().inSingletonScope()
container.load(toolModule(None, Flat, Nested, Recursive, Free, Dates, MayBeNull, Contained))
container.load(toolModule(Discriminated, Untyped))
const registry = discoverTools(container)

const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'then',
  'call',
  'ledger',
  'kind',
  'map',
  'lines',
  'children',
  'a',
  'b',
  'sku',
  'qty',
]
const key = fc.oneof(fc.constantFrom(...hostileKeys), fc.string({ unit: 'binary', maxLength: 6 }))
const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('2026-01-01T00:00:00Z', 'circle', 'line', 'db:evil', '{"a":1}', '[[1]]', ''),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('record'), tie('own')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  record: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: false }),
  // The text form carries own `__proto__` keys, which an object literal does not.
  own: fc.tuple(key, tie('value')).map(([name, member]) => {
    return JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(member)}}`) as unknown
  }),
}))

/** An input that each tool takes, to be broken in one place. */
const valid: Readonly<Record<string, unknown>> = {
  none: {},
  flat: { a: 'x', b: 2, kind: 1 },
  nested: { lines: [{ sku: 's', qty: 1 }, { sku: 't' }] },
  recursive: { a: { children: [{ children: [] }, {}] } },
  free: { map: { a: { b: [1] } }, a: [{ lines: 1 }] },
  dates: { a: '2026-01-01T00:00:00Z', lines: ['2026-01-01T00:00:00Z'] },
  nullable: { a: null, b: 'xy' },
  contained: { map: { a: { sku: 's' } }, lines: [[{ sku: 's' }]], a: [1, { sku: 's' }] },
  discriminated: { a: { kind: 'circle', radius: 1 } },
  untyped_array: { lines: [1, { a: null }, [[]]] },
}

/** The input with one value replaced, one key added, or nothing changed. */
function breakInput(
  input: unknown,
  at: number,
  [name, broken]: readonly [string, unknown],
): unknown {
  if (at === 0) return broken
  if (typeof input !== 'object' || input === null) return input
  const keys = Object.keys(input)
  const chosen = keys[at % (keys.length + 1)]
  if (Array.isArray(input)) {
    return input.map((one: unknown, index) =>
      index === Number(chosen) ? breakInput(one, at >> 2, [name, broken]) : one,
    )
  }
  const members = input as Record<string, unknown>
  if (chosen === undefined) return at % 3 === 0 ? members : { ...members, [name]: broken }
  return { ...members, [chosen]: breakInput(members[chosen], at >> 2, [name, broken]) }
}

function globalShape(): string {
  const owners = [Object, Array, Function, String, Number, Date, Ledger, Line, ...tools]
  const names = owners.map((owner) => Reflect.ownKeys(owner.prototype as object).map(String))
  return JSON.stringify([names, Object.keys(globalThis).sort()])
}

const admittedBy = new Map<string, number>()

async function outcomeOf(name: string, input: unknown): Promise<string> {
  try {
    const outcome = await registry.dispatch(`hostile/${name}`, input)
    // The body shows what its service says: a replaced one would say something else.
    expect(outcome).toEqual({ status: 'output', value: 'db:ledger' })
    admittedBy.set(name, (admittedBy.get(name) ?? 0) + 1)
    return 'admitted'
  } catch (error) {
    if (!ToolError.is(error)) throw error
    return `${error.code} ${error.disposition}`
  }
}

describe('any JSON against any tool', () => {
  it.each(Object.entries(valid))('takes the valid input of %s [ADM-04]', async (name, input) => {
    expect(await outcomeOf(name, input)).toBe('admitted')
  })

  it('is admitted or refused, and touches nothing else [ADM-04]', async () => {
    const before = globalShape()
    const seen = new Set<string>()
    const names = Object.keys(valid)
    const breaks = fc.tuple(fc.nat(), fc.tuple(key, value))
    await fc.assert(
      fc.asyncProperty(value, breaks, async (input, [at, broken]) => {
        for (const name of names) {
          seen.add(await outcomeOf(name, input))
          seen.add(await outcomeOf(name, breakInput(valid[name], at, broken)))
        }
      }),
      { numRuns: 5_000 },
    )
    expect([...seen].sort()).toEqual(['INVALID_ARGUMENTS did-not-happen', 'admitted'])
    expect(names.filter((name) => (admittedBy.get(name) ?? 0) < 50)).toEqual([])
    expect(globalShape()).toBe(before)
    const ledger = container.get(Ledger)
    expect(JSON.stringify(ledger)).toBe('{"accounts":{"A-1":100},"url":"db:ledger"}')
  }, 120_000)

  it.each([
    { ledger: { url: 'db:evil' } },
    { ledger: null },
    { call: 'x' },
    '{"__proto__":{"url":"db:evil"}}',
    '{"constructor":{"prototype":{"url":"db:evil"}}}',
  ])('leaves the next honest call as it was after %j [ADM-04]', async (input) => {
    expect(await outcomeOf('none', input)).toBe('INVALID_ARGUMENTS did-not-happen')
    expect(await outcomeOf('none', {})).toBe('admitted')
  })
})
