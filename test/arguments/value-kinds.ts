import { Type } from 'class-transformer'
import {
  Allow,
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsDefined,
  IsInt,
  IsNotEmpty,
  IsNotEmptyObject,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator'
import fc from 'fast-check'

import { Items, Tuple, Values } from '../../src/arguments/rules/contained-types.js'
import { Nullable } from '../../src/arguments/rules/nullable.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'

class Point {
  @IsInt() @Min(-9) x!: number
  @IsOptional() @IsString() @Length(1, 5) label?: string
  @IsOptional() @Nullable() @IsInt() y?: number | null
}

class Circle {
  @IsInt() radius!: number
}

class Square {
  @IsInt() side!: number
  @IsOptional() @ValidateNested() @Type(() => Point) corner?: Point
}

const choice = Type(() => Object, {
  discriminator: {
    property: 'kind',
    subTypes: [
      { name: 'circle', value: Circle },
      { name: 'square', value: Square },
    ],
  },
})

class Drawing {
  @ValidateNested() @choice shape!: Circle | Square
}

/** A class that nests itself in every way there is. */
class Tree {
  @IsInt() x!: number
  @IsOptional() @ValidateNested() @Type(() => Tree) next?: Tree
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Tree) children?: Tree[]
  @IsOptional() @Values(() => Tree) named?: Record<string, Tree>
  @IsOptional() @Items(() => Tree, { depth: 2 }) grid?: Tree[][]
  @IsOptional() @Tuple(() => [Tree, Number]) pair?: [Tree, number]
  @IsOptional() @Nullable() @ValidateNested() @Type(() => Tree) parent?: Tree | null
}

/** A union whose members hold the union. */
class Leaf {
  @IsInt() n!: number
}

class Sum {
  @ValidateNested({ each: true })
  @Type(() => Object, {
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'leaf', value: Leaf },
        { name: 'sum', value: Sum },
      ],
    },
  })
  terms!: (Leaf | Sum)[]
}

/** A way a value is described; its decorators, whether the schema says all of it, and valid values. */
export interface ValueKind {
  readonly name: string
  readonly decorators: readonly PropertyDecorator[]
  readonly isExact: boolean
  readonly valid: fc.Arbitrary<unknown>
}

const whole = fc.integer({ min: -9, max: 9 })
const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 5 })
const point = fc.record(
  { x: whole, label: fc.constantFrom('a', 'abc'), y: fc.option(whole) },
  { requiredKeys: ['x'] },
)
const circle = fc.record({ kind: fc.constant('circle'), radius: whole })
const square = fc.record(
  { kind: fc.constant('square'), side: whole, corner: point },
  { requiredKeys: ['kind', 'side'] },
)
const shape = fc.oneof(circle, square)
const date = fc.constantFrom('2026-02-28T23:59:59Z', '2024-02-29t00:00:00.5+01:00')
const digits = fc.bigInt().map(String)

function treeOf(depth: number): fc.Arbitrary<unknown> {
  const bare = fc.record({ x: whole })
  if (depth === 0) return bare
  const tree = fc.oneof(bare, treeOf(depth - 1))
  return fc.record(
    {
      x: whole,
      next: tree,
      children: fc.array(tree, { maxLength: 2 }),
      named: fc.dictionary(fc.constantFrom('a', 'b', ''), tree, { maxKeys: 2 }),
      grid: fc.array(fc.array(tree, { maxLength: 1 }), { maxLength: 1 }),
      pair: fc.tuple(tree, whole),
      parent: fc.option(tree),
    },
    { requiredKeys: ['x'] },
  )
}

function expressionOf(depth: number): fc.Arbitrary<unknown> {
  const leaf = fc.record({ kind: fc.constant('leaf'), n: whole })
  if (depth === 0) return leaf
  const terms = fc.array(expressionOf(depth - 1), { maxLength: 2 })
  return fc.oneof(leaf, fc.record({ kind: fc.constant('sum'), terms }))
}

const tree = treeOf(2)
const expression = expressionOf(3)

function nested(valid: fc.Arbitrary<unknown>, depth: number): fc.Arbitrary<unknown> {
  const maxLength = depth > 3 ? 1 : 2
  return depth === 0 ? valid : nested(fc.array(valid, { maxLength }), depth - 1)
}

const linked: JsonSchema = {
  type: 'object',
  properties: { next: { $ref: '#' } },
  additionalProperties: false,
}
const link = fc.constantFrom<unknown>({}, { next: {} }, { next: { next: {} } })

const kind = (
  name: string,
  decorators: readonly PropertyDecorator[],
  valid: fc.Arbitrary<unknown>,
): ValueKind => ({ name, decorators, valid, isExact: true })

const looser = (own: ValueKind): ValueKind => ({ ...own, isExact: false })

const each = { each: true }
const nestedEach = [ValidateNested(each), Type(() => Point)]

/** Every kind of value, and each in the others as far as the decorators can say it. */
export const valueKinds: readonly ValueKind[] = [
  kind('a class', [ValidateNested(), Type(() => Point)], point),
  kind('an array of a class', [IsArray(), ...nestedEach], fc.array(point, { maxLength: 3 })),
  kind('a class that holds a union', [ValidateNested(), Type(() => Drawing)], fc.record({ shape })),
  kind('a union', [ValidateNested(), choice], shape),
  kind('an array of a union', [ValidateNested(each), choice], fc.array(shape, { maxLength: 3 })),
  kind('a class that nests itself', [ValidateNested(), Type(() => Tree)], tree),
  kind(
    'a union that nests itself',
    [ValidateNested(), Type(() => Sum)],
    fc.record({ terms: fc.array(expression, { maxLength: 2 }) }),
  ),
  kind('a map of a class', [Values(() => Point)], fc.dictionary(word, point, { maxKeys: 3 })),
  kind(
    'a map of classes with a union',
    [Values(() => Drawing)],
    fc.dictionary(word, fc.record({ shape })),
  ),
  kind('a map of itself', [Values(() => Tree)], fc.dictionary(word, tree, { maxKeys: 2 })),
  kind('a map of numbers', [IsObject(), Values(() => Number)], fc.dictionary(word, whole)),
  kind(
    'a map of arrays, by schema',
    [Values(() => ({ type: 'array', items: { type: 'integer' } }))],
    fc.dictionary(word, fc.array(whole)),
  ),
  kind(
    'a map of a schema that refers to itself',
    [Values(() => linked)],
    fc.dictionary(word, link),
  ),
  kind(
    'a map that must not be empty',
    [Values(() => String), IsNotEmptyObject()],
    fc.dictionary(word, word, { minKeys: 1, maxKeys: 2 }),
  ),
  kind(
    'a map with a value that is not null',
    [Values(() => ({ type: ['string', 'null'] })), IsNotEmptyObject({ nullable: false })],
    fc.dictionary(word, fc.option(word), { minKeys: 1, maxKeys: 2 }),
  ),
  ...[1, 2, 3, 16].flatMap((depth) => [
    kind(
      `arrays of a class, ${depth.toString()} deep`,
      [Items(() => Point, { depth })],
      nested(point, depth),
    ),
    kind(
      `arrays of a schema, ${depth.toString()} deep`,
      [Items(() => ({ type: ['integer', 'null'] }), { depth })],
      nested(fc.option(whole), depth),
    ),
  ]),
  kind('arrays of itself', [Items(() => Tree, { depth: 2 })], nested(tree, 2)),
  kind(
    'an array of classes with a union, of a size',
    [Items(() => Drawing), ArrayMinSize(1), ArrayMaxSize(2)],
    fc.array(fc.record({ shape }), { minLength: 1, maxLength: 2 }),
  ),
  kind(
    'an array of texts with rules on each',
    [Items(() => String), Length(1, 5, each), IsNotEmpty(each)],
    fc.array(word, { maxLength: 3 }),
  ),
  kind(
    'an array of a schema with rules on each',
    [Items(() => ({ type: 'integer', minimum: 0 })), Max(5, each)],
    fc.array(fc.nat(5), { maxLength: 3 }),
  ),
  kind(
    'an array of texts that must hold one',
    [Items(() => String), ArrayContains(['a'])],
    fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
  ),
  kind(
    'arrays of arrays of a size',
    [Items(() => Number, { depth: 2 }), ArrayMinSize(1), ArrayMaxSize(2, each)],
    fc.array(fc.array(whole, { maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  ),
  looser(
    kind(
      'an array of unique numbers',
      [Items(() => Number), ArrayUnique()],
      fc.uniqueArray(whole, { maxLength: 3 }),
    ),
  ),
  kind(
    'a tuple of classes',
    [Tuple(() => [Point, Circle])],
    fc.tuple(point, fc.record({ radius: whole })),
  ),
  kind('a tuple of a class with a union', [Tuple(() => [Drawing])], fc.tuple(fc.record({ shape }))),
  kind('a tuple of itself', [Tuple(() => [Tree, String])], fc.tuple(tree, word)),
  kind(
    'a tuple with an array, by schema',
    [Tuple(() => [{ type: 'array', items: { type: 'string' } }, Number])],
    fc.tuple(fc.array(word), whole),
  ),
  kind(
    'a tuple with a rule on each',
    [Tuple(() => [Number, Number]), Max(5, each), IsInt(each)],
    fc.tuple(whole, whole),
  ),
  looser(
    kind(
      'a tuple of unique texts',
      [Tuple(() => [String, String]), ArrayUnique()],
      fc.tuple(word, word),
    ),
  ),
  looser(kind('a date', [IsDefined(), Type(() => Date)], date)),
  looser(
    kind(
      'an array of dates',
      [Items(() => Date), ArrayMinSize(1)],
      fc.array(date, { minLength: 1 }),
    ),
  ),
  looser(kind('a map of dates', [Values(() => Date)], fc.dictionary(word, date))),
  kind('a bigint', [Allow(), Type(() => BigInt)], digits),
  kind(
    'an array of bigints by rules on each',
    [IsArray(), IsDefined(each), Type(() => BigInt)],
    fc.array(digits, { maxLength: 3 }),
  ),
  kind('arrays of bigints', [Items(() => BigInt, { depth: 2 })], nested(digits, 2)),
  kind('a map of bigints', [Values(() => BigInt)], fc.dictionary(word, digits)),
  kind('a tuple with a bigint', [Tuple(() => [BigInt, Point])], fc.tuple(digits, point)),
  looser(
    kind(
      'a tuple with a bigint and a date',
      [Tuple(() => [BigInt, Date, Point])],
      fc.tuple(digits, date, point),
    ),
  ),
]
