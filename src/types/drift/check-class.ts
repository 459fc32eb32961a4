import { classSchema } from '../../arguments/schema/class-schema.js'
import type { ReadOptions } from '../../arguments/admit/reading.js'
import type { ClassShape, PropertyShape } from '../../arguments/shape/shape.js'
import { canonicalJson } from '../../schema/canonical-json.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import { checkProperty } from './findings/check-property.js'
import { memberPath, type ClassPair } from './nested/class-pair.js'
import { unsettledFindings } from './findings/unsettled-findings.js'
import { findUndecorated } from './findings/find-undecorated.js'
import type { Finding } from './report/finding.js'
import { nestedPairs } from './nested/nested-pairs.js'
import { UnsettledProbe } from './probe/settle-in-time.js'
import { contextsOf } from './probe/probe-contexts.js'
import type { PropertyPlace } from './probe/property-place.js'
import type { SchemaNode } from '../../arguments/schema/type-branches.js'
import { memberOf } from './static-type/type-parts.js'
import { createTypeJudge, type TypeValidators } from './static-type/type-judge.js'

/** A finding and the class that declares the property. */
export interface ClassFinding {
  readonly shape: ClassShape
  readonly finding: Finding
}

/** One check of a class and of all it nests. */
export interface ClassCheck {
  readonly options: ReadOptions
  /** The static type of the tool's arguments, which references lead into. */
  readonly root: JsonSchema
  readonly probeTimeoutMs: number
  /** Shared by the tools of one check. */
  readonly validators: TypeValidators
}

/** A class with what its type and its decorators say of it. */
interface ClassSides extends ClassPair {
  readonly check: ClassCheck
  readonly derived: JsonSchema
}

/** How the static type and the validators of a class differ, and of the classes it nests, each where it is first met. */
export async function checkClass(
  check: ClassCheck,
  shape: ClassShape,
): Promise<readonly ClassFinding[]> {
  const queue: ClassPair[] = [{ shape, type: check.root, path: '' }]
  const met = new Map<ClassShape, Set<string>>()
  const found: ClassFinding[] = []
  for (const pair of queue) {
    if (!isNew(met, pair)) continue
    const { findings, nested } = await checkPair(check, pair)
    found.push(...findings.map((finding) => ({ shape: pair.shape, finding })))
    queue.push(...nested)
  }
  return found
}

function isNew(met: Map<ClassShape, Set<string>>, { shape, type }: ClassPair): boolean {
  const types = met.get(shape) ?? new Set<string>()
  met.set(shape, types)
  const text = canonicalJson(type)
  const isKnown = types.has(text)
  types.add(text)
  return !isKnown
}

async function checkPair(
  check: ClassCheck,
  pair: ClassPair,
): Promise<{ readonly findings: readonly Finding[]; readonly nested: readonly ClassPair[] }> {
  const { shape, type } = pair
  const sides: ClassSides = {
    ...pair,
    check,
    derived: classSchema(shape, check.options),
  }
  const findings = [...findUndecorated(pair, check.root)]
  const nested: ClassPair[] = []
  const places: PropertyPlace[] = []
  for (const property of shape.properties) {
    const member = memberOf({ schema: type }, check.root, property.property)
    if (member === undefined) findings.push(...unknownMember(pair, property))
    else {
      const place = toPlace(sides, property, member)
      const inside = nestedPairs(property.value, member, place.path)
      places.push(place)
      findings.push(...inside.findings)
      nested.push(...inside.pairs)
    }
  }
  return { findings: [...findings, ...(await checkPlaces(pair, places))], nested }
}

/** Compares each property; ends at one whose class has a validator that does not answer. */
async function checkPlaces(
  pair: ClassPair,
  places: readonly PropertyPlace[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const place of places) {
    try {
      findings.push(...(await checkProperty(place)))
    } catch (error) {
      if (!(error instanceof UnsettledProbe)) throw error
      return [...findings, ...unsettledFindings(pair, place.property, error)]
    }
  }
  return findings
}

function toPlace(sides: ClassSides, property: PropertyShape, type: SchemaNode): PropertyPlace {
  const { shape, check } = sides
  const siblingNodes = (other: PropertyShape): readonly SchemaNode[] => {
    const member = memberOf({ schema: sides.type }, check.root, other.property)
    return [...(member === undefined ? [] : [member]), derivedNode(sides, other)]
  }
  const contexts = contextsOf(property, shape, siblingNodes)
  return {
    ...{ property, type },
    judge: createTypeJudge(type, check.validators),
    path: memberPath(sides, property),
    isRequired: sides.type.required?.includes(property.property) === true,
    derived: derivedNode(sides, property),
    probe: { property, contexts, shape, options: check.options, timeoutMs: check.probeTimeoutMs },
  }
}

function derivedNode({ derived }: ClassSides, { key }: PropertyShape): SchemaNode {
  return memberOf({ schema: derived }, derived, key) ?? { schema: true, root: derived }
}

/** A nested class may have more than a base class or an interface that is declared; a tool's own type has all of it. */
function unknownMember({ path }: ClassPair, { property }: PropertyShape): readonly Finding[] {
  if (path !== '') return []
  const message = 'the facts of the types have no public property of that name.'
  const fix = 'Run `tallystick types` again, or declare it public.'
  return [{ property, kind: 'no-facts', severity: 'error', message, fix }]
}
