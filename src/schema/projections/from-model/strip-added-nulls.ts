// A strict projection asks for every property and takes null for those that may be absent. Here those nulls become
// absent again. The input is hostile: nothing is run that belongs to it, and its depth costs no stack.
import type { Expression } from '../source/expression.js'
import type { Shape } from '../shape/shape.js'
import type { ShapeReader } from '../shape/shape-reader.js'
import { lookInto, type Inside } from './look-into.js'

/** Containers looked into at most; as many as admit takes values by default. What is beyond stays as it is. */
const maxContainers = 100_000

/**
 * A copy of what a model sent in which every null that stands for an absent property is absent. What the schema does
 * not know stays, so that validation refuses it.
 */
export function stripAddedNulls(input: unknown, root: Shape, reader: ShapeReader): unknown {
  const result = { input }
  const pending: Pending[] = [{ value: input, shapes: [root], holder: result, key: 'input' }]
  let containers = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const container = findContainer(next.value)
    if (container === undefined) continue
    containers += 1
    if (containers > maxContainers) return result.input
    for (const inside of copyOne({ ...next, ...container }, reader)) pending.push(inside)
  }
  return result.input
}

/** A value to copy, what it may be, and the container and key of the copy that it goes to. */
interface Pending {
  readonly value: unknown
  readonly shapes: readonly Shape[]
  readonly holder: object
  readonly key: string | number
}

interface Container {
  readonly isArray: boolean
  readonly entries: readonly (readonly [string, unknown])[]
}

/** What JSON can hold; undefined for all else, as where a member is an accessor, which copying would run. */
function findContainer(value: unknown): Container | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const inside = lookInto(value)
  if (inside === undefined) return undefined
  const { isArray, properties } = inside
  const described = Object.entries(properties)
  if (!described.every(([, property]) => 'value' in property)) return undefined
  const entries = described
    .filter(([, { enumerable }]) => enumerable === true)
    .map(([name, property]) => [name, property.value as unknown] as const)
  const isJson = isArray ? isList(entries, properties) : isPlain(inside)
  return isJson ? { isArray, entries } : undefined
}

function isPlain({ prototype }: Inside): boolean {
  return prototype === Object.prototype || prototype === null
}

/** Without holes, and without names among its items. */
function isList(entries: Container['entries'], { length }: Inside['properties']): boolean {
  return (
    length?.value === entries.length && entries.every(([name], index) => name === index.toString())
  )
}

/** Puts the copy of one container in place; what is inside it comes next. */
function copyOne(pending: Pending & Container, reader: ShapeReader): readonly Pending[] {
  const all = pending.shapes.flatMap((shape) => formsOf(shape, reader, new Set()))
  const forms = [...new Set(all)]
  if (forms.length === 0) return []
  return pending.isArray ? copyArray(pending, forms, reader) : copyObject(pending, forms, reader)
}

function copyArray(
  { entries, holder, key }: Pending & Container,
  forms: readonly Shape[],
  reader: ShapeReader,
): readonly Pending[] {
  const copy = entries.map(([, item]) => item)
  place(holder, key, copy)
  const arrays = forms.filter(({ types }) => types.includes('array'))
  return copy.map((item, index) => {
    const expressions = arrays.map(({ prefix, items }) => prefix[index] ?? items)
    return { value: item, shapes: readAll(expressions, reader), holder: copy, key: index }
  })
}

function copyObject(
  { entries, holder, key }: Pending & Container,
  forms: readonly Shape[],
  reader: ShapeReader,
): readonly Pending[] {
  const objects = likely(forms, entries, reader)
  const kept = entries.filter(
    ([name, member]) => member !== null || !isAdded(name, objects, reader),
  )
  const copy = Object.fromEntries(kept)
  place(holder, key, copy)
  return kept.map(([name, member]) => {
    const expressions = objects.map(({ properties }) => properties.get(name) ?? true)
    return { value: member, shapes: readAll(expressions, reader), holder: copy, key: name }
  })
}

/** `__proto__` may be a key: assignment would set the prototype. */
function place(holder: object, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  })
}

/**
 * Whether null says here that a property is absent: it may be absent, and null is nothing of its own. An alternative
 * that requires it has no use for the null either.
 */
function isAdded(name: string, objects: readonly Shape[], reader: ShapeReader): boolean {
  const owners = objects.filter(({ properties }) => properties.has(name))
  return (
    owners.some(({ required }) => !required.has(name)) &&
    owners.every(({ properties }) => {
      const property = properties.get(name)
      return property !== undefined && !takesNull(property, reader)
    })
  )
}

/** Shapes list null wherever it may be valid; a `not` beside them can rule it out. */
function takesNull(property: Expression, reader: ShapeReader): boolean {
  return reader.read(property).types.includes('null') && reader.nulls.accepts(property) !== false
}

/**
 * The alternatives that an object can be: those that name exactly its members and whose listed values are its own.
 * Where none fits, all of them.
 */
function likely(
  forms: readonly Shape[],
  entries: readonly (readonly [string, unknown])[],
  reader: ShapeReader,
): readonly Shape[] {
  const objects = forms.filter(({ types }) => types.includes('object'))
  if (objects.length < 2) return objects
  const named = objects.filter(
    ({ properties }) =>
      properties.size === entries.length && entries.every(([name]) => properties.has(name)),
  )
  const possible = named.length > 0 ? named : objects
  const fitting = possible.filter((shape) =>
    entries.every(([name, member]) => fits(member, shape.properties.get(name), reader)),
  )
  return fitting.length > 0 ? fitting : possible
}

function fits(member: unknown, property: Expression | undefined, reader: ShapeReader): boolean {
  if (property === undefined || typeof member === 'object') return true
  const { values } = reader.read(property)
  return values === undefined || values.some((value) => value === member)
}

function readAll(
  expressions: readonly (Expression | boolean)[],
  reader: ShapeReader,
): readonly Shape[] {
  const known = expressions.filter((expression) => typeof expression === 'object')
  return known.map((expression) => reader.read(expression))
}

/** The alternatives a shape stands for, references followed. */
function formsOf(shape: Shape, reader: ShapeReader, seen: ReadonlySet<string>): readonly Shape[] {
  const { reference } = shape
  if (reference !== undefined) {
    if (seen.has(reference)) return []
    return formsOf(reader.unfold(reference), reader, new Set([...seen, reference]))
  }
  return shape.branches?.flatMap((branch) => formsOf(branch, reader, seen)) ?? [shape]
}
