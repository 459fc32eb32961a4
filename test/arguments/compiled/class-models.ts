import { Expose, Type } from 'class-transformer'
import { IsArray, IsOptional, ValidateNested } from 'class-validator'
import fc from 'fast-check'

import { Items, Tuple, Values } from '../../../src/arguments/rules/contained-types.js'
import { Nullable } from '../../../src/arguments/rules/nullable.js'
import { decoratorOf } from '../class-under-test.js'
import { encodingCases, formatCases } from '../rule-cases-of-formats.js'
import { arrayCases, numberCases, textCases, valueCases, type RuleCase } from '../rule-cases.js'
import { aimedAt, nearTo } from '../rule-values.js'
import { valueKinds } from '../value-kinds.js'
import { ownRules } from './own-rules.js'

/** A property of a generated class: how it is decorated once its class is made, and values that often are valid. */
export interface PropertyModel {
  readonly label: string
  readonly decorators: () => readonly PropertyDecorator[]
  readonly initial?: { readonly value: unknown } | undefined
  readonly values: fc.Arbitrary<unknown>
}

/** A generated class. Its properties are named by their place. */
export interface ClassModel {
  readonly own: readonly PropertyModel[]
  /** The class it extends, whose first properties it decorates again. */
  readonly base?: ClassModel | undefined
}

type Constructor = new () => object

/** Makes the class of a model. */
export function buildClass({ own, base }: ClassModel): Constructor {
  const Base: Constructor = base === undefined ? Object : buildClass(base)
  class Arguments extends Base {
    constructor() {
      super()
      for (const [index, { initial }] of own.entries()) {
        if (initial !== undefined) Reflect.set(this, nameOf(index), structuredClone(initial.value))
      }
    }
  }
  for (const [index, { decorators }] of own.entries())
    for (const decorate of decorators()) decorate(Arguments.prototype, nameOf(index))
  return Arguments
}

/** Inputs for the class of a model. */
export function inputsOf({ own, base }: ClassModel): fc.Arbitrary<Record<string, unknown>> {
  const inherited = (base?.own ?? []).slice(own.length)
  const all = [...own, ...inherited]
  return fc
    .tuple(...all.map(({ values }) => fc.option(values, { nil: undefined, freq: 30 })))
    .map((values) => {
      const named = values.map((value, index): [string, unknown] => [nameOf(index), value])
      return Object.fromEntries(named.filter(([, value]) => value !== undefined))
    })
}

/** What a model is, in words. */
export function labelOf({ own, base }: ClassModel): string {
  const properties = own.map(({ label }, index) => `${nameOf(index)}: ${label}`).join('; ')
  return base === undefined ? `{ ${properties} }` : `{ ${properties} } extends ${labelOf(base)}`
}

function nameOf(index: number): string {
  return `p${index.toString()}`
}

const settings = {
  required: [],
  optional: [IsOptional()],
  nullable: [Nullable()],
  both: [IsOptional(), Nullable()],
} as const

const setting = fc.constantFrom<keyof typeof settings>(
  'required',
  'required',
  'optional',
  'nullable',
  'both',
)

const anyCases: readonly RuleCase[] = valueCases.filter(([, , fidelity]) => fidelity !== 'absent')
const texts = [...textCases, ...encodingCases, ...formatCases]
const ofOneKind = fc.constantFrom<readonly RuleCase[]>(
  ...[numberCases, texts, textCases, arrayCases, anyCases].map((kind) =>
    kind.filter(([, , , samples]) => samples.length > 0),
  ),
)
const rows = ofOneKind.chain((kind) => {
  const row = fc.constantFrom(...kind)
  return fc.oneof(
    { weight: 4, arbitrary: row.map((one) => [one]) },
    { weight: 1, arbitrary: fc.tuple(row, row) },
  )
})

const leaf: fc.Arbitrary<PropertyModel> = fc
  .tuple(rows, setting, fc.constantFrom('once', 'once', 'each'), fc.boolean())
  .map(([chosen, presence, kind, isMessage]) => {
    const each = kind === 'each'
    const samples = chosen.flatMap(([, , , own]) => own)
    const values = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(...samples),
      },
      { weight: 1, arbitrary: nearTo(samples) },
      { weight: 1, arbitrary: aimedAt(chosen.flatMap(([, given]) => given)) },
    )
    const options = { ...(each && { each }), ...(isMessage && { message: 'wrong: $property' }) }
    return {
      label: `${presence} ${kind} ${chosen.map(([name, given]) => `@${name}(${given.join()})`).join(' ')}`,
      decorators: () => [
        ...settings[presence],
        ...(each ? [IsArray()] : []),
        ...chosen.map((row) => decoratorOf(row, options)),
      ],
      values: each ? fc.array(values, { maxLength: 3 }) : values,
    }
  })

const ofKind: fc.Arbitrary<PropertyModel> = fc
  .tuple(fc.constantFrom(...valueKinds), setting)
  .map(([{ name, decorators, valid }, presence]) => ({
    label: `${presence} ${name}`,
    decorators: () => [...settings[presence], ...decorators],
    values: valid,
  }))

const simple = fc.constantFrom<unknown>('a', 'ab', 'abc', 0, 2, 3, true, null, [], 'b')
const withOwnRule: fc.Arbitrary<PropertyModel> = fc
  .tuple(fc.constantFrom(...Object.keys(ownRules)), fc.constantFrom(...anyCases), setting)
  .map(([name, row, presence]) => ({
    label: `${presence} ${name} @${row[0]}`,
    decorators: () => [
      ...settings[presence],
      ...(ownRules[name] ?? []),
      ...(name.length % 2 === 0 ? [] : [decoratorOf(row)]),
    ],
    values: fc.oneof(simple, fc.constantFrom<unknown>('a', ...row[3])),
  }))

const initialised: fc.Arbitrary<PropertyModel> = fc
  .tuple(leaf, fc.constantFrom<unknown>('a', 5, null, ['x'], { a: [1] }, new Date(0), true))
  .map(([model, value]) => ({
    ...model,
    label: `${model.label} = ${String(value)}`,
    initial: { value },
  }))

const exposed: fc.Arbitrary<PropertyModel> = leaf.map((model) => ({
  ...model,
  label: `exposed ${model.label}`,
  decorators: () => [...model.decorators(), Expose({ name: 'x y"\n' })],
}))

/** The ways a class stands in another. */
const nestings: Readonly<
  Record<string, (make: () => Constructor) => readonly PropertyDecorator[]>
> = {
  single: (make) => [ValidateNested(), Type(make)],
  list: (make) => [IsArray(), ValidateNested({ each: true }), Type(make)],
  lists: (make) => [Items(make, { depth: 2 })],
  map: (make) => [Values(make)],
  tuple: (make) => [Tuple(() => [make(), String])],
  choice: (make) => [
    ValidateNested(),
    Type(() => Object, {
      keepDiscriminatorProperty: true,
      discriminator: {
        property: 'p9',
        subTypes: [
          { name: 'one', value: make() },
          { name: 'two', value: make() },
        ],
      },
    }),
  ],
}

function nestedValues(
  kind: string,
  inputs: fc.Arbitrary<Record<string, unknown>>,
): fc.Arbitrary<unknown> {
  const list = fc.array(inputs, { maxLength: 2 })
  if (kind === 'single') return inputs
  if (kind === 'list') return list
  if (kind === 'lists') return fc.array(list, { maxLength: 2 })
  if (kind === 'map') return fc.dictionary(fc.constantFrom('a', 'constructor', '0'), inputs)
  if (kind === 'tuple') return fc.tuple(inputs, fc.constantFrom('a', ''))
  return fc
    .tuple(inputs, fc.constantFrom<unknown>('one', 'two', 'two', 'three', 1))
    .map(([input, name]) => ({ ...input, p9: name }))
}

function nestedOf(models: fc.Arbitrary<ClassModel>): fc.Arbitrary<PropertyModel> {
  return fc
    .tuple(models, fc.constantFrom(...Object.keys(nestings)), setting)
    .map(([model, kind, presence]) => {
      let made: Constructor | undefined
      const make = (): Constructor => (made ??= buildClass(model))
      return {
        label: `${presence} ${kind} of ${labelOf(model)}`,
        decorators: () => [...settings[presence], ...(nestings[kind]?.(make) ?? [])],
        values: nestedValues(kind, inputsOf(model)),
      }
    })
}

/** Generated classes that nest others up to this many levels deep. */
export function classModels(levels: number): fc.Arbitrary<ClassModel> {
  const ofOthers =
    levels > 1 ? [nestedOf(classModels(levels - 1)), nestedOf(classModels(levels - 1))] : []
  const property = fc.oneof(leaf, leaf, ofKind, withOwnRule, initialised, exposed, ...ofOthers)
  const plain = fc
    .array(property, { minLength: levels > 3 ? 1 : 0, maxLength: 4 })
    .map((own) => ({ own }))
  const extended = fc.tuple(plain, plain).map(([{ own }, base]): ClassModel => ({ own, base }))
  return fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: extended })
}
