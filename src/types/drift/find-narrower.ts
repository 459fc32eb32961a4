import type { ValueShape } from '../../arguments/shape/shape.js'
import { joinPath } from '../../errors/argument-path.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import { branchOfKind } from './candidates.js'
import { refusesAlways } from './decisive-refusal.js'
import type { Finding } from './finding.js'
import type { PropertyPlace } from './property-place.js'
import { nameBranch, listValues } from './rule-advice.js'
import {
  branchesOf,
  elementOf,
  isOpenType,
  valueOf,
  type Branch,
  type SchemaNode,
} from './type-branches.js'

/** A part of an argument: the argument itself, its elements, or the values of its map. */
interface Part {
  readonly place: PropertyPlace
  readonly shape: ValueShape
  readonly type: SchemaNode
  readonly derived: SchemaNode
  readonly path: string
  /** The path of an issue on it, and the whole argument that has a value there. */
  readonly issuePath: string
  wrap(value: JsonValue): JsonValue
}

/** What of one alternative of a type is never accepted: all of it, some listed values, or nothing. */
interface Refused {
  readonly branch: Branch
  readonly literals: readonly JsonValue[]
  readonly isWhole: boolean
}

/**
 * Parts of the type that no input can give: a listed value that is always refused, a whole alternative of a union, or all
 * of it. A rule that narrows texts or numbers is no drift: that is what rules are for.
 */
export function findNarrower(place: PropertyPlace): Promise<readonly Finding[]> {
  return partFindings({
    place,
    shape: place.property.value,
    type: place.type,
    derived: place.derived,
    path: place.path,
    issuePath: joinPath('', place.property.key),
    wrap: (value) => value,
  })
}

async function partFindings(part: Part): Promise<readonly Finding[]> {
  if (isOpenType(part.type) || part.shape.kind === 'transformed') return []
  const isWholeArgument = part.path === part.place.path
  // Whether the argument itself may be null is asked for itself.
  const branches = branchesOf(part.type).filter(({ kind }) => !isWholeArgument || kind !== 'null')
  const refused: Refused[] = []
  for (const branch of branches) {
    const found = await findRefused(part, branch)
    if (found !== undefined) refused.push(found)
  }
  const own = toFindings(part, branches, refused)
  if (own.some(({ kind }) => kind === 'disjoint')) return own
  const inner: Finding[] = []
  for (const one of innerParts(part)) inner.push(...(await partFindings(one)))
  return [...own, ...inner]
}

async function findRefused(part: Part, branch: Branch): Promise<Refused | undefined> {
  const others = branchesOf(part.derived).filter(({ kind }) => kind === branch.kind)
  if (others.length === 0 || hasOtherLength(branch, others)) {
    return { branch, literals: [], isWhole: true }
  }
  if (branch.literals === undefined || (branch.literals.length > 1 && branch.kind === 'boolean')) {
    return undefined
  }
  const literals: JsonValue[] = []
  for (const literal of branch.literals) {
    if (await isRefused(part, literal)) literals.push(literal)
  }
  const isWhole = literals.length === branch.literals.length
  return literals.length === 0 ? undefined : { branch, literals, isWhole }
}

async function isRefused(part: Part, literal: JsonValue): Promise<boolean> {
  return refusesAlways(part.place.probe, part.wrap(literal), part.issuePath)
}

/** A tuple that has fewer or more elements than any array the rules take. */
function hasOtherLength({ schema }: Branch, others: readonly Branch[]): boolean {
  const { prefixItems, minItems = 0, items } = schema
  if (prefixItems === undefined) return false
  const most = items === false ? prefixItems.length : Infinity
  return others.every(
    (other) =>
      (other.schema.maxItems ?? Infinity) < minItems || (other.schema.minItems ?? 0) > most,
  )
}

function toFindings(
  { path }: Part,
  branches: readonly Branch[],
  refused: readonly Refused[],
): readonly Finding[] {
  if (refused.length === 0) return []
  const [first] = refused
  const example = first?.literals[0]
  const shared = {
    property: path,
    ...(example !== undefined && { example, acceptedBy: 'type' as const }),
  }
  const values = branches.filter(({ kind }) => kind !== 'null')
  const dead = refused.filter(({ isWhole, branch }) => isWhole && branch.kind !== 'null')
  if (values.length > 0 && dead.length === values.length) {
    const message = 'its validators accept no value of its type.'
    const fix = `Use rules for ${values.map(nameBranch).join(' or ')}, or correct the type.`
    return [{ ...shared, kind: 'disjoint', severity: 'error', message, fix }]
  }
  const isNullOnly = refused.every(({ branch }) => branch.kind === 'null')
  const parts = refused.map(({ branch, literals }) =>
    literals.length > 0 ? listValues(literals) : nameBranch(branch),
  )
  const message = `its type has ${parts.join(' and ')}, which its validators never accept.`
  const fix = 'Let its rules accept that, or remove it from the type.'
  const kind = isNullOnly ? 'null' : 'narrower'
  return [{ ...shared, kind, severity: 'warning', message, fix }]
}

/** The elements or values of a part, where type and rules both have one kind of array or object. */
function innerParts(part: Part): readonly Part[] {
  const { shape } = part
  if (shape.kind === 'array' || shape.kind === 'tuple') return elementParts(part, shape)
  return shape.kind === 'map' ? valueParts(part, shape.values) : []
}

function elementParts(
  part: Part,
  shape: ValueShape & { kind: 'array' | 'tuple' },
): readonly Part[] {
  const own = branchOfKind(part.type, 'array')
  const other = branchOfKind(part.derived, 'array')
  if (own === undefined || other === undefined) return []
  const { prefixItems = [], minItems = 0 } = own.schema
  const isTuple = prefixItems.length > 0 || shape.kind === 'tuple'
  const count = shape.kind === 'tuple' ? shape.items.length : prefixItems.length
  const positions = isTuple ? Array.from({ length: count }, (_, index) => index) : [0]
  const length = Math.max(other.schema.minItems ?? 1, minItems, count, 1)
  return positions.flatMap((index) => {
    const items = shape.kind === 'tuple' ? shape.items[index] : shape.items
    if (items === undefined) return []
    return {
      ...part,
      shape: items,
      type: elementOf(own, part.type.root, index),
      derived: elementOf(other, part.derived.root, index),
      path: isTuple ? `${part.path}[${index.toString()}]` : `${part.path}[]`,
      issuePath: joinPath(part.issuePath, index),
      wrap: (value: JsonValue) => part.wrap(Array.from({ length }, () => value)),
    }
  })
}

function valueParts(part: Part, values: ValueShape): readonly Part[] {
  const own = branchOfKind(part.type, 'object')
  const other = branchOfKind(part.derived, 'object')
  if (own === undefined || other === undefined || isClosed(own.schema)) return []
  return [
    {
      ...part,
      shape: values,
      type: valueOf(own, part.type.root),
      derived: valueOf(other, part.derived.root),
      path: `${part.path}[*]`,
      issuePath: joinPath(part.issuePath, 'key'),
      wrap: (value) => part.wrap({ key: value }),
    },
  ]
}

function isClosed({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties === false
}
