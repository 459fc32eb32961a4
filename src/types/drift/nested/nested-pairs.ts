import type { ClassShape, DiscriminatedShape, ValueShape } from '../../../arguments/shape/shape.js'
import type { JsonSchema } from '../../../schema/json-schema.js'
import { memberNames, sharedMembers, type ClassPair } from './class-pair.js'
import type { Finding } from '../report/finding.js'
import { examplesOf } from '../examples/schema-examples.js'
import {
  branchesOf,
  type Branch,
  type SchemaNode,
} from '../../../arguments/schema/type-branches.js'
import { partOfKind, elementOf, valueOf } from '../static-type/type-parts.js'

/** The classes that an argument nests, each with its static type; and those that have none. */
export interface NestedPairs {
  readonly pairs: readonly ClassPair[]
  readonly findings: readonly Finding[]
}

const nothing: NestedPairs = Object.freeze({ pairs: [], findings: [] })

/** Finds for each class in the value of an argument the object type that stands at its place. */
export function nestedPairs(shape: ValueShape, type: SchemaNode, path: string): NestedPairs {
  switch (shape.kind) {
    case 'array': {
      const list = partOfKind(type, 'array')
      return list === undefined
        ? nothing
        : nestedPairs(shape.items, elementOf(list, type.root), `${path}[]`)
    }
    case 'tuple':
      return tuplePairs(shape.items, type, path)
    case 'map': {
      const map = partOfKind(type, 'object')
      return map === undefined
        ? nothing
        : nestedPairs(shape.values, valueOf(map, type.root), `${path}[*]`)
    }
    case 'object':
      return objectPair(shape.shape, type, path)
    case 'discriminated':
      return variantPairs(shape, type, path)
    case 'any':
    case 'bigint':
    case 'date':
    case 'free':
    case 'schema':
    case 'transformed':
      return nothing
  }
}

function tuplePairs(items: readonly ValueShape[], type: SchemaNode, path: string): NestedPairs {
  const list = partOfKind(type, 'array')
  if (list === undefined) return nothing
  const found = items.map((item, index) =>
    nestedPairs(item, elementOf(list, type.root, index), `${path}[${index.toString()}]`),
  )
  return join(found)
}

function objectPair(shape: ClassShape, type: SchemaNode, path: string): NestedPairs {
  const [best, ...others] = objectTypes(type).toSorted(
    (one, other) => fitOf(shape, other) - fitOf(shape, one),
  )
  if (best === undefined) return nothing
  const missed = others.find((other) => isMissed(shape, other))
  const findings = missed === undefined ? [] : [neverAccepted(path, { ...type, schema: missed })]
  return fitOf(shape, best) > 0 || memberNames(best).length === 0
    ? { pairs: [{ shape, type: best, path }], findings }
    : { pairs: [], findings: [otherClass(shape, path, type)] }
}

function variantPairs(
  { variants, tag, keepsTag }: DiscriminatedShape,
  type: SchemaNode,
  path: string,
): NestedPairs {
  const types = objectTypes(type)
  if (types.length === 0) return nothing
  const found = [...variants].map(([name, shape]): NestedPairs => {
    const own = types.find((one) => hasTag(one, tag, name)) ?? bestFit(shape, types)
    return own === undefined
      ? { pairs: [], findings: [otherClass(shape, path)] }
      : { pairs: [{ shape, type: own, path, tag: { name: tag, isKept: keepsTag } }], findings: [] }
  })
  const taken = new Set(found.flatMap(({ pairs }) => pairs.map((pair) => pair.type)))
  const findings = types
    .filter((one) => !taken.has(one))
    .slice(0, 1)
    .map((schema) => neverAccepted(path, { ...type, schema }))
  return join([...found, { pairs: [], findings }])
}

/** The object types of a place; none where anything goes. */
function objectTypes(type: SchemaNode): readonly JsonSchema[] {
  return branchesOf(type)
    .filter(isObjectType)
    .map(({ schema }) => schema)
}

function isObjectType({ kind, isOpen }: Branch): boolean {
  return kind === 'object' && !isOpen
}

/** How well a class gives what an object type has: the share of its members, less what it cannot give. */
function fitOf(shape: ClassShape, type: JsonSchema): number {
  const shared = sharedMembers(shape, type)
  return shared === 0 ? 0 : shared / (memberNames(type).length + lacking(shape, type))
}

function lacking({ properties }: ClassShape, { required = [] }: JsonSchema): number {
  const names = new Set(properties.map(({ property }) => property))
  return required.filter((name) => !names.has(name)).length
}

function isMissed(shape: ClassShape, type: JsonSchema): boolean {
  return memberNames(type).length > 0 && lacking(shape, type) > 0
}

function bestFit(shape: ClassShape, types: readonly JsonSchema[]): JsonSchema | undefined {
  const [best] = types.toSorted((one, other) => fitOf(shape, other) - fitOf(shape, one))
  const isFit = best !== undefined && (fitOf(shape, best) > 0 || memberNames(best).length === 0)
  return isFit ? best : undefined
}

function hasTag({ properties = {} }: JsonSchema, tag: string, name: string): boolean {
  const own = Object.hasOwn(properties, tag) ? properties[tag] : undefined
  if (typeof own !== 'object') return false
  return own.const === name || own.enum?.includes(name) === true
}

function otherClass(shape: ClassShape, property: string, type?: SchemaNode): Finding {
  const message = `its validators make an instance of ${shape.target.name}, which has no member of its type.`
  const fix = 'Name the class of the type in @Type, or declare that class.'
  const example = type && typeExample(type)
  return { ...example, property, kind: 'disjoint', severity: 'error', message, fix }
}

function neverAccepted(property: string, type: SchemaNode): Finding {
  const message = 'its type has a class that its validators never make.'
  const fix = 'Name each class in the discriminator of @Type, or remove it from the type.'
  return { ...typeExample(type), property, kind: 'narrower', severity: 'warning', message, fix }
}

function typeExample(type: SchemaNode): Pick<Finding, 'example' | 'acceptedBy'> {
  const [example] = examplesOf(type)
  return example === undefined ? {} : { example, acceptedBy: 'type' }
}

function join(all: readonly NestedPairs[]): NestedPairs {
  return {
    pairs: all.flatMap(({ pairs }) => pairs),
    findings: all.flatMap(({ findings }) => findings),
  }
}
