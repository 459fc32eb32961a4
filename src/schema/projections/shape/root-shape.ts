// The arguments of a tool are one object with named properties; every model API asks for that at the root. Unions and
// intersections there become one object that takes what any of them takes.
import { withoutKeys } from '../source/without-keys.js'
import { oneOrMore, type Expression } from './expression.js'
import { typesOfValues } from './intersect-shapes.js'
import { anyShape, type Facet, type Shape } from './shape.js'
import type { ShapeReader } from './shape-reader.js'
import { wordsOfAlternatives } from './words.js'

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
  const patterns = new Map(branches.flatMap((branch) => [...branch.patterns]))
  const [first] = branches
  return {
    ...anyShape(''),
    facets: (first?.facets ?? []).filter((facet) => isCommon(facet, branches)),
    properties: new Map([...names].map((name) => [name, uniteProperty(name, branches)])),
    required: (first?.required ?? []).filter((name) =>
      branches.every(({ required }) => required.includes(name)),
    ),
    additional: uniteRest(branches.map(({ additional }) => additional)),
    patterns,
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
  const text = [...constants.map((constant) => constant.text), ...given].join(' with ')
  if (text === '') return label ?? 'nothing more given'
  return label === undefined ? text : `${text} (${label})`
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
