import { Ajv2020 } from 'ajv/dist/2020.js'
import { plainToInstance, Type } from 'class-transformer'
import {
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Min,
  ValidateNested,
  validateSync,
} from 'class-validator'
import fc from 'fast-check'
import { Container } from 'inversify'
import { describe, expect, it } from 'vitest'

import { discoverTools, Nullable, Tool, ToolError, toolModule } from '../../src/index.js'

const timeLimitMs = 60_000

class Line {
  @IsString() @Length(1, 12) sku!: string
  @IsInt() @Min(1) quantity = 1
}

class Address {
  @IsString() @Length(1, 40) street!: string
  @IsOptional() @Nullable() @IsString() city?: string | null
}

@Tool({ server: 'shop', name: 'order', description: 'Order goods.' })
class Order {
  @IsEmail() customer!: string
  @IsIn(['web', 'shop']) channel!: string
  @IsObject() @ValidateNested() @Type(() => Address) address!: Address
  @IsArray() @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[]
  @IsOptional() @IsArray() @IsString({ each: true }) labels?: string[]

  call(): string {
    return 'ordered'
  }
}

const container = new Container()
container.load(toolModule(Order))
const registry = discoverTools(container)
const satisfiesSchema = new Ajv2020({ strict: false, validateFormats: false }).compile(
  registry.get('shop/order').inputSchema as object,
)

const validOrder = {
  customer: 'ada@example.org',
  channel: 'web',
  address: { street: '1 Long Lane', city: null },
  lines: [{ sku: 'A-1', quantity: 2 }, { sku: 'B-2' }],
  labels: ['gift'],
}

const member = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'web', 'shop', 0, 1, -1, 1.5, true, [], {}, [[]], ['x'], '1'),
  fc.constantFrom<unknown>({ sku: 'C-3' }, { street: 'x' }, [{ sku: 'C-3', quantity: 1 }]),
  fc.string({ unit: 'binary', maxLength: 16 }),
  fc.integer(),
)
const key = fc.constantFrom('sku', 'quantity', 'city', 'street', 'labels', 'lines', 'toString', 'x')
const mutation = fc.record({
  slot: fc.nat(40),
  step: fc.constantFrom('replace', 'remove', 'add'),
  key,
  member,
})
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

/** A copy of the valid order with a few members replaced, removed or added. */
function mutate(mutations: readonly Mutation[]): unknown {
  const order: unknown = structuredClone(validOrder)
  for (const { slot, step, key: name, member: value } of mutations) {
    const slots = slotsOf(order)
    const [owner, place] = slots[slot % slots.length] ?? []
    if (owner === undefined || place === undefined) continue
    if (step === 'replace') owner[place] = structuredClone(value)
    else if (step === 'remove') Reflect.deleteProperty(owner, place)
    else owner[name] = structuredClone(value)
  }
  return JSON.parse(JSON.stringify(order)) as unknown
}

/** Every place of a JSON value in which a member stands. */
function slotsOf(value: unknown): readonly [Record<string, unknown>, string][] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Record<string, unknown>
  return Object.keys(owner).flatMap((name) => [
    [owner, name] as [Record<string, unknown>, string],
    ...slotsOf(owner[name]),
  ])
}

async function isAdmitted(input: unknown): Promise<boolean> {
  try {
    return (await registry.dispatch('shop/order', input)).status === 'output'
  } catch (error) {
    if (!ToolError.is(error) || error.code !== 'INVALID_ARGUMENTS') throw error
    return false
  }
}

function satisfiesValidator(input: unknown): boolean {
  const order = plainToInstance(Order, structuredClone(input))
  return validateSync(order, { whitelist: true, forbidNonWhitelisted: true }).length === 0
}

describe('orders that are nearly right', () => {
  it('are admitted only where class-validator and the schema accept them [ADM-01, SCH-01]', async () => {
    let admittedCount = 0
    let refusedCount = 0
    const property = fc.asyncProperty(fc.array(mutation, { maxLength: 4 }), async (mutations) => {
      const input = mutate(mutations)
      const admitted = await isAdmitted(input)
      if (admitted) admittedCount += 1
      else refusedCount += 1
      if (admitted)
        expect([satisfiesValidator(input), satisfiesSchema(input)]).toEqual([true, true])
    })
    await fc.assert(property, {
      numRuns: 1_000_000,
      plugins: [fc.interruptAfterTimeLimit(timeLimitMs)],
    })
    expect(admittedCount).toBeGreaterThan(1_000)
    expect(refusedCount).toBeGreaterThan(1_000)
  })
})
