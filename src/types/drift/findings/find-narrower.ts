import { joinPath } from '../../../errors/argument-path.js'
import type { JsonValue } from '../../../schema/json.js'
import { innerParts, type ArgumentPart } from './argument-part.js'
import { refusesAlways } from '../probe/decisive-refusal.js'
import type { Finding } from '../report/finding.js'
import type { PropertyPlace } from '../probe/property-place.js'
import { refusedFindings, type RefusedBranch } from './refused-branch.js'
import { branchesOf, isOpenType, type Branch } from '../../../arguments/schema/type-branches.js'

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

async function partFindings(part: ArgumentPart): Promise<readonly Finding[]> {
  if (isOpenType(part.type) || part.shape.kind === 'transformed') return []
  const isWholeArgument = part.path === part.place.path
  // Whether the argument itself may be null is asked for itself.
  const branches = branchesOf(part.type).filter(({ kind }) => !isWholeArgument || kind !== 'null')
  const refused: RefusedBranch[] = []
  for (const branch of branches) {
    const found = await findRefused(part, branch)
    if (found !== undefined) refused.push(found)
  }
  const own = refusedFindings(part, branches, refused)
  if (own.some(({ kind }) => kind === 'disjoint')) return own
  const inner: Finding[] = []
  for (const one of innerParts(part)) inner.push(...(await partFindings(one)))
  return [...own, ...inner]
}

async function findRefused(part: ArgumentPart, branch: Branch): Promise<RefusedBranch | undefined> {
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

async function isRefused(part: ArgumentPart, literal: JsonValue): Promise<boolean> {
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
