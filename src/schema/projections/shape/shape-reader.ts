// Reads what a schema accepts, with its references followed and its combinators worked out. Where one level cannot
// say it, the shape accepts more than the schema, never less.
import { canonicalJson } from '../../canonical-json.js'
import type { JsonValue } from '../../json.js'
import { withoutKeys } from '../source/without-keys.js'
import type { SourceDocument } from '../source/source-document.js'
import type { SourceSchema } from '../source/source-schema.js'
import type { Expression } from '../source/expression.js'
import { intersectShapes, withBranches } from './intersect-shapes.js'
import { typesOfValues } from './listed-values.js'
import { NullReader } from './null-reader.js'
import { listOf, ownShape } from './own-shape.js'
import {
  anyShape,
  asksNoMoreThanTypes,
  everyType,
  weightOf,
  type Facet,
  type Shape,
} from './shape.js'

/** The shapes of one document. */
export class ShapeReader {
  readonly document: SourceDocument
  readonly nulls: NullReader
  readonly #joined = new WeakMap<Expression, Shape>()
  readonly #shapes = new Map<string, Shape>()
  /** What is being read: a schema that refers to itself at its own level asks nothing by that. */
  readonly #reading = new Set<string>()

  constructor(document: SourceDocument) {
    this.document = document
    this.nulls = new NullReader(document)
  }

  /**
   * What an expression accepts. A recursive schema stays a reference, so that whoever walks on decides how far.
   *
   * @throws JsonSchemaError for a reference that leads out of the document.
   */
  read(expression: Expression): Shape {
    if ('at' in expression) return this.#readAt(expression.at)
    const known = this.#joined.get(expression)
    if (known !== undefined) return known
    const shape = this.#readJoined(expression)
    this.#joined.set(expression, shape)
    return shape
  }

  #readJoined(expression: Exclude<Expression, { readonly at: string }>): Shape {
    if ('all' in expression)
      return this.#intersectAll(expression.all.map((part) => this.read(part)))
    const path = firstPath(expression)
    const shapes = expression.any.map((part) => this.read(part))
    for (const shape of shapes) this.document.work.spend(weightOf(shape))
    return listedTogether(path, shapes) ?? withBranches(anyShape(path), shapes.flatMap(branchesOf))
  }

  /** What a recursive schema accepts, one level further. */
  unfold(target: string): Shape {
    const known = this.#shapes.get(target)
    if (known !== undefined) return known
    if (this.#reading.has(target)) return anyShape(target)
    this.#reading.add(target)
    const schema = this.document.get(target)
    this.document.work.spend(schema.weight)
    const shape = this.#combine(schema)
    this.#reading.delete(target)
    this.#shapes.set(target, shape)
    return shape
  }

  #readAt(path: string): Shape {
    const schema = this.document.get(path)
    const target = this.document.targetOf(schema)
    if (target === undefined || !this.document.isRecursive(target)) return this.unfold(path)
    const own = ownShape(schema, this.document)
    const { types } = this.unfold(target)
    const referring: Shape = { ...anyShape(path), types, reference: target }
    const described = this.#intersect(own, referring)
    const isAlone = described.reference !== undefined && !hasCombinators(schema)
    return isAlone ? described : this.unfold(path)
  }

  #combine(schema: SourceSchema): Shape {
    const target = this.document.targetOf(schema)
    const parts = [
      ...(target === undefined ? [] : [this.#partAt(target)]),
      ...listOf(schema, 'allOf').map((path) => this.#partAt(path)),
    ]
    const shape = this.#intersectAll([ownShape(schema, this.document), ...parts])
    const united = ['anyOf', 'oneOf'].reduce((known, keyword) => {
      const paths = listOf(schema, keyword)
      return paths.length === 0 ? known : this.#distribute(known, schema, paths)
    }, shape)
    const exclusive = listOf(schema, 'oneOf').length > 1
    const rule: Facet = { keyword: 'oneOf', value: true, path: schema.path }
    const ruled = exclusive ? { ...united, rules: [...united.rules, rule] } : united
    return isClosedAfterAll(schema, this.document) ? closed(ruled) : ruled
  }

  /** What is merged into a schema is merged whole: a reference would stand for all of it. */
  #partAt(path: string): Shape {
    const { reference, ...shape } = this.#readAt(path)
    if (reference === undefined) return shape
    const { title = shape.title, description = shape.description, ...rest } = this.unfold(reference)
    return {
      ...rest,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    }
  }

  #distribute(shape: Shape, schema: SourceSchema, paths: readonly string[]): Shape {
    const branches = paths.map((path) => this.#readAt(path)).flatMap(branchesOf)
    return this.#intersect(shape, withBranches(anyShape(schema.path), branches))
  }

  /** Of at least one. Plain ones by halves, so that what many of them ask is not copied for each; others left to right. */
  #intersectAll(shapes: readonly Shape[]): Shape {
    const runs = runsOf(shapes).map((run) => this.#intersectRun(run))
    return runs.reduce((known, shape) => this.#intersect(known, shape))
  }

  #intersectRun(run: readonly Shape[]): Shape {
    const [only] = run
    if (only !== undefined && run.length === 1) return only
    const middle = run.length >> 1
    const [left, right] = [run.slice(0, middle), run.slice(middle)]
    return this.#intersect(this.#intersectRun(left), this.#intersectRun(right))
  }

  #intersect(first: Shape, second: Shape): Shape {
    const shape = intersectShapes(first, second)
    this.document.work.spend(weightOf(shape))
    return shape
  }
}

/** Neighbours without alternatives and references, whose order of merging makes no difference, together. */
function runsOf(shapes: readonly Shape[]): readonly (readonly Shape[])[] {
  const runs: Shape[][] = []
  for (const shape of shapes) {
    const run = runs.at(-1)
    if (run !== undefined && [run[0], shape].every(isPlain)) run.push(shape)
    else runs.push([shape])
  }
  return runs
}

function isPlain(shape: Shape | undefined): boolean {
  return shape?.branches === undefined && shape?.reference === undefined
}

/** Alternatives that only list values are one list: the tags of a union. */
function listedTogether(path: string, shapes: readonly Shape[]): Shape | undefined {
  const values: JsonValue[] = []
  for (const shape of shapes) {
    const { values: own, title, description } = shape
    const isBare = title === undefined && description === undefined && shape.branches === undefined
    if (own === undefined || !isBare || !asksNoMoreThanTypes(withoutKeys(shape, 'values')))
      return undefined
    values.push(...own)
  }
  const distinct = [...new Map(values.map((value) => [canonicalJson(value), value])).values()]
  return { ...anyShape(path), types: typesOfValues(distinct, everyType), values: distinct }
}

/** Alternatives inside an alternative are alternatives of the whole; what is said of it goes to each. */
function branchesOf(shape: Shape): readonly Shape[] {
  if (shape.branches === undefined) return [shape]
  const { path, title, description, rules, dropped } = shape
  const said: Shape = {
    ...anyShape(path),
    rules,
    dropped,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
  const saysNothing = title === undefined && description === undefined && rules.length === 0
  return saysNothing
    ? shape.branches
    : shape.branches.map((branch) => intersectShapes(branch, said))
}

function hasCombinators(schema: SourceSchema): boolean {
  return ['allOf', 'anyOf', 'oneOf'].some((keyword) => listOf(schema, keyword).length > 0)
}

/** `unevaluatedProperties: false` closes what references and combinators leave open. */
function isClosedAfterAll({ members }: SourceSchema, document: SourceDocument): boolean {
  const member = members.find(({ keyword }) => keyword === 'unevaluatedProperties')
  return member?.kind === 'schema' && document.get(member.path).accepts === 'nothing'
}

function closed({ branches, ...shape }: Shape): Shape {
  const isOpen = shape.additional === true
  const facets = shape.facets.filter(({ keyword }) => keyword !== 'unevaluatedProperties')
  return {
    ...shape,
    facets,
    ...(isOpen && { additional: false }),
    ...(branches !== undefined && { branches: branches.map(closed) }),
  }
}

function firstPath(expression: Expression): string {
  if ('at' in expression) return expression.at
  const [first] = 'all' in expression ? expression.all : expression.any
  return first === undefined ? '' : firstPath(first)
}
