// The arguments of a tool are one object with named properties; every model API asks for that at the root. Unions and
// intersections there become one object that takes what any of them takes.
import { withoutKeys } from '../source/without-keys.js'
import { oneOrMore, type Expression } from '../source/expression.js'
import { typesOfValues } from './intersect-shapes.js'
import { typeOfKeyword } from './keyword-kinds.js'
import { anyShape, type Facet, type Shape } from './shape.js'
import type { ShapeReader } from './shape-reader.js'
import { wordsOf, wordsOfAlternatives } from './words.js'

/** The one object that a root stands for, and what the union of its alternatives could not say. */
export interface RootShape {
  readonly shape: Shape
  readonly alternatives?: { readonly keyword: 'anyOf' | 'oneOf'; readonly message: string }
}

/** The root of a source as one object; undefined when it accepts no object. */
export function findRootShape(reader: ShapeReader): RootShape | undefined {
  const shape = reader.unfold('')
  const branches = objectBranches(shape, reader, new Set())
  const [only] = branches
  if (only === undefined) return undefined
  if (branches.length === 1) return { shape: { ...shape, ...asRoot(only, shape) } }
  const united = unite(branches)
  const words = branches.map((branch) => wordsOfBranch(branch, united, reader))
  const isExclusive = shape.rules.some(({ keyword }) => keyword === 'oneOf')
  const keyword = isExclusive ? 'oneOf' : 'anyOf'
  const texts = isExclusive ? words : [...new Set(words)]
  const message = wordsOfAlternatives(keyword, texts)
  return {
    shape: asRoot(united, shape),
    ...(texts.length > 1 && { alternatives: { keyword, message } }),
  }
}

function asRoot(shape: Shape, { title, description, rules, dropped, path }: Shape): Shape {
  const { values, ...rest } = withoutKeys(shape, 'branches', 'reference')
  const objects = values?.filter((value) => typesOfValues([value], ['object']).length > 0)
  return {
    ...rest,
    path,
    types: ['object'],
    rules: rules.filter(({ keyword }) => keyword !== 'oneOf'),
    dropped,
    ...(objects !== undefined && { values: objects }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
}

function objectBranches(
  shape: Shape,
  reader: ShapeReader,
  seen: ReadonlySet<string>,
): readonly Shape[] {
  const { reference } = shape
  if (!shape.types.includes('object')) return []
  if (reference !== undefined && !seen.has(reference))
    return objectBranches(reader.unfold(reference), reader, new Set([...seen, reference]))
  if (shape.branches === undefined) return [shape]
  return shape.branches.flatMap((branch) => objectBranches(branch, reader, seen))
}

function unite(branches: readonly Shape[]): Shape {
  const names = new Set(branches.flatMap(({ properties }) => [...properties.keys()]))
  const isShared = (pattern: string): boolean =>
    branches.every((branch) => branch.patterns.has(pattern))
  const all = branches.flatMap((branch) => [...branch.patterns])
  const shared = new Map(all.filter(([pattern]) => isShared(pattern)))
  // A pattern of one alternative asks nothing of the others.
  const own = all.filter(([pattern]) => !isShared(pattern)).map(([, expression]) => expression)
  const [first] = branches
  return {
    ...anyShape(''),
    facets: (first?.facets ?? []).filter((facet) => isCommon(facet, branches)),
    properties: new Map([...names].map((name) => [name, uniteProperty(name, branches)])),
    required: (first?.required ?? []).filter((name) =>
      branches.every(({ required }) => required.includes(name)),
    ),
    additional: uniteRest([...branches.map(({ additional }) => additional), ...own]),
    patterns: new Map(
      [...shared.keys()].map((pattern) => [pattern, unitePattern(pattern, branches)]),
    ),
  }
}

function isCommon(facet: Facet, branches: readonly Shape[]): boolean {
  const isSame = (other: Facet): boolean =>
    other.keyword === facet.keyword && JSON.stringify(other.value) === JSON.stringify(facet.value)
  return branches.every(({ facets }) => facets.some(isSame))
}

/** A property is what the alternatives that name it say. */
function uniteProperty(name: string, branches: readonly Shape[]): Expression {
  const named = branches.map(({ properties }) => properties.get(name))
  return oneOrMore(named.filter((expression) => expression !== undefined))
}

function unitePattern(pattern: string, branches: readonly Shape[]): Expression {
  const known = branches.map(({ patterns }) => patterns.get(pattern))
  return oneOrMore(known.filter((expression) => expression !== undefined))
}

function uniteRest(rests: readonly (Expression | boolean)[]): Expression | boolean {
  if (rests.includes(true)) return true
  const expressions = rests.filter((rest) => typeof rest === 'object')
  return expressions.length === 0 ? false : oneOrMore(expressions)
}

function wordsOfBranch(branch: Shape, united: Shape, reader: ShapeReader): string {
  const { title = '', description = '' } = branch
  const label = [title, description].find((text) => text !== '')
  const constants = branch.required.flatMap((name) => wordsOfConstant(name, branch, reader))
  const fixed = new Set(constants.map(({ name }) => name))
  const own = branch.required.filter((name) => !united.required.includes(name) && !fixed.has(name))
  const given = own.length === 0 ? [] : [`${own.join(', ')} given`]
  const asked = [...constants.map((constant) => constant.text), ...given].join(' with ')
  const rules = wordsOfRules(branch, united)
  const text = [asked, rules].filter((words) => words !== '').join('. ')
  if (text === '') return label ?? 'nothing more given'
  return label === undefined ? text : `${text} (${label})`
}

/** What an alternative asks of the arguments as a whole, and the object that stands for all of them does not. */
function wordsOfRules({ facets, rules, patterns }: Shape, united: Shape): string {
  const known = new Set(united.facets.map(wordsOf))
  const own = facets.filter(({ keyword }) => typeOfKeyword.get(keyword) === 'object').map(wordsOf)
  const names = [...patterns.keys()].filter((pattern) => !united.patterns.has(pattern))
  const sentences = [
    ...own.filter((words) => !known.has(words)),
    ...rules.map(wordsOf),
    ...names.map((pattern) => `Names of properties may match ${pattern}.`),
  ]
  return sentences.join(' ').replace(/\.$/, '')
}

function wordsOfConstant(
  name: string,
  branch: Shape,
  reader: ShapeReader,
): readonly { readonly name: string; readonly text: string }[] {
  const expression = branch.properties.get(name)
  const values = expression === undefined ? undefined : reader.read(expression).values
  return values?.length === 1 ? [{ name, text: `${name} is ${JSON.stringify(values[0])}` }] : []
}
