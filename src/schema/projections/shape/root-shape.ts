// The arguments of a tool are one object with named properties; every model API asks for that at the root. Unions and
// intersections there become one object that takes what any of them takes.
import { withoutKeys } from '../source/without-keys.js'
import { oneOrMore, type Expression } from '../source/expression.js'
import { typesOfValues } from './listed-values.js'
import { typeOfKeyword } from './keyword-kinds.js'
import { anyShape, keyOfFacet, type Facet, type Shape } from './shape.js'
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
  const [first, ...others] = branches
  if (first === undefined) return undefined
  if (others.length === 0) return { shape: { ...shape, ...asRoot(first, shape) } }
  const united = unite(first, others)
  const known = new Set(united.facets.map(wordsOf))
  const words = branches.map((branch) => wordsOfBranch(branch, { united, known }, reader))
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

function unite(first: Shape, others: readonly Shape[]): Shape {
  const branches = [first, ...others]
  const shared = new Set(
    [...first.patterns.keys()].filter((name) => others.every(({ patterns }) => patterns.has(name))),
  )
  const all = branches.flatMap(({ patterns }) => [...patterns])
  // A pattern of one alternative asks nothing of the others.
  const own = all.filter(([pattern]) => !shared.has(pattern)).map(([, expression]) => expression)
  return {
    ...anyShape(''),
    weight: branches.reduce((sum, { weight }) => sum + weight, 1),
    facets: commonFacets(first, others),
    properties: uniteEntries(branches.flatMap(({ properties }) => [...properties])),
    required: new Set(
      [...first.required].filter((name) => others.every(({ required }) => required.has(name))),
    ),
    additional: uniteRest([...branches.map(({ additional }) => additional), ...own]),
    patterns: uniteEntries(all.filter(([pattern]) => shared.has(pattern))),
  }
}

/** What all of some shapes ask, in the order of the first. */
function commonFacets(first: Shape, others: readonly Shape[]): readonly Facet[] {
  const keys = others.map(({ facets }) => new Set(facets.map(keyOfFacet)))
  return first.facets.filter((facet) => keys.every((each) => each.has(keyOfFacet(facet))))
}

/** What a name stands for is what the alternatives that know it say. */
function uniteEntries(
  entries: readonly (readonly [string, Expression])[],
): ReadonlyMap<string, Expression> {
  const named = new Map<string, Expression[]>()
  for (const [name, expression] of entries) {
    const known = named.get(name)
    if (known === undefined) named.set(name, [expression])
    else known.push(expression)
  }
  return new Map([...named].map(([name, expressions]) => [name, oneOrMore(expressions)]))
}

function uniteRest(rests: readonly (Expression | boolean)[]): Expression | boolean {
  if (rests.includes(true)) return true
  const expressions = rests.filter((rest) => typeof rest === 'object')
  return expressions.length === 0 ? false : oneOrMore(expressions)
}

/** The object that stands for all alternatives, and the sentences that hold for all of them. */
interface United {
  readonly united: Shape
  readonly known: ReadonlySet<string>
}

function wordsOfBranch(branch: Shape, whole: United, reader: ShapeReader): string {
  const { title = '', description = '' } = branch
  const label = [title, description].find((text) => text !== '')
  const constants = [...branch.required].flatMap((name) => wordsOfConstant(name, branch, reader))
  const fixed = new Set(constants.map(({ name }) => name))
  const own = [...branch.required].filter(
    (name) => !whole.united.required.has(name) && !fixed.has(name),
  )
  const given = own.length === 0 ? [] : [`${own.join(', ')} given`]
  const asked = [...constants.map((constant) => constant.text), ...given].join(' with ')
  const rules = wordsOfRules(branch, whole)
  const text = [asked, rules].filter((words) => words !== '').join('. ')
  if (text === '') return label ?? 'nothing more given'
  return label === undefined ? text : `${text} (${label})`
}

/** What an alternative asks of the arguments as a whole, and the object that stands for all of them does not. */
function wordsOfRules({ facets, rules, patterns }: Shape, { united, known }: United): string {
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
