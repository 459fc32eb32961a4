import * as rules from 'class-validator'
import { Type } from 'class-transformer'
import fc from 'fast-check'

import { Describe } from '../../../src/decorators/describe.js'
import { Nullable } from '../../../src/arguments/rules/nullable.js'
import { Items, Tuple, Values } from '../../../src/arguments/rules/contained-types.js'
import { Tool } from '../../../src/decorators/tool.js'
import { discoverTools } from '../../../src/container/discover-tools.js'
import { toolModule } from '../../../src/container/tool-module.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolDescriptor } from '../../../src/tools/tool-definition.js'
import { Container } from 'inversify'

enum Level {
  Low = 1,
  Middle = 2,
  High = 3,
}

class Address {
  city!: string
  zip?: string
}
apply(Address, 'city', [rules.IsString(), rules.Length(1, 64), Describe('The city.')])
apply(Address, 'zip', [rules.IsString(), rules.IsOptional(), rules.Matches(/^[0-9]{4}$/)])

class Branch {
  label!: string
  branches?: Branch[]
}
apply(Branch, 'label', [rules.IsString()])
apply(Branch, 'branches', [
  rules.IsOptional(),
  rules.IsArray(),
  rules.ValidateNested({ each: true }),
  Type(() => Branch),
])

/** What one argument can be: decorators as an author puts them over it. */
const kinds: Readonly<Record<string, () => readonly PropertyDecorator[]>> = {
  text: () => [rules.IsString(), rules.Length(1, 64), Describe('Some text')],
  pattern: () => [rules.IsString(), rules.Matches(/^[a-z]+$/)],
  mail: () => [rules.IsEmail()],
  url: () => [rules.IsUrl()],
  id: () => [rules.IsUUID()],
  when: () => [rules.IsISO8601({ strict: true })],
  count: () => [rules.IsInt(), rules.Min(1), rules.Max(9)],
  ratio: () => [rules.IsNumber(), rules.IsPositive()],
  step: () => [rules.IsInt(), rules.IsDivisibleBy(5)],
  flag: () => [rules.IsBoolean()],
  level: () => [rules.IsEnum(Level)],
  choice: () => [rules.IsIn(['a', 'b', 'c'])],
  blank: () => [rules.IsIn(['', 'a'])],
  always: () => [rules.Equals('only')],
  mixed: () => [rules.IsIn([1, 'one', true])],
  tags: () => [rules.IsArray(), rules.ArrayUnique(), rules.IsString({ each: true })],
  levels: () => [rules.IsArray(), rules.ArrayMinSize(2), rules.IsEnum(Level, { each: true })],
  address: () => [rules.ValidateNested(), Type(() => Address)],
  addresses: () => [rules.IsArray(), rules.ValidateNested({ each: true }), Type(() => Address)],
  tree: () => [rules.ValidateNested(), Type(() => Branch), Describe('A tree.')],
  labels: () => [rules.IsObject(), Values(() => String)],
  places: () => [rules.IsObject(), Values(() => Address)],
  grid: () => [rules.IsArray(), Items(() => Number, { depth: 2 })],
  pair: () => [rules.IsArray(), Tuple(() => [String, Number])],
}

const names = Object.keys(kinds)

/** The descriptor of a generated class tool, by the numbers that say what its arguments are. */
export function generatedTool(seed: number): ToolDescriptor {
  const [descriptor] = generatedRegistry(seed).descriptors()
  if (descriptor === undefined) throw new Error('the generated class is no tool')
  return descriptor
}

/** A registry with that tool alone. */
export function generatedRegistry(seed: number): ToolRegistry {
  const [picks] = fc.sample(fc.array(pick, { maxLength: 6 }), { seed, numRuns: 1 })
  class Generated {
    call(): string {
      return ''
    }
  }
  for (const [index, { kind, presence }] of (picks ?? []).entries())
    apply(Generated, `${kind}_${index}`, [...(kinds[kind]?.() ?? []), ...presences[presence]()])
  Tool({ server: 'generated', name: `tool_${seed}`, description: 'Generated.' })(Generated)
  const container = new Container()
  container.load(toolModule(Generated))
  return discoverTools(container)
}

const presences = {
  required: () => [],
  optional: () => [rules.IsOptional()],
  nullable: () => [Nullable()],
  both: () => [rules.IsOptional(), Nullable()],
} as const

const pick = fc.record({
  kind: fc.constantFrom(...names),
  presence: fc.constantFrom('required', 'optional', 'nullable', 'both'),
}) as fc.Arbitrary<{ readonly kind: string; readonly presence: keyof typeof presences }>

function apply(target: new () => object, name: string, decorators: readonly unknown[]): void {
  for (const decorator of decorators)
    (decorator as PropertyDecorator)(target.prototype as object, name)
}
