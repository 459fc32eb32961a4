import type { JsonValue } from '../../../schema/json.js'
import type { ArgumentPart } from './argument-part.js'
import type { Finding } from '../report/finding.js'
import { listValues, nameBranch } from '../report/rule-advice.js'
import { branchExamples } from '../examples/schema-examples.js'
import type { Branch } from '../../../arguments/schema/type-branches.js'

/** What of one alternative of a type is never accepted: all of it, some listed values, or nothing. */
export interface RefusedBranch {
  readonly branch: Branch
  readonly literals: readonly JsonValue[]
  readonly isWhole: boolean
}

/** What is told of a part of an argument whose type has what is never accepted. */
export function refusedFindings(
  part: ArgumentPart,
  branches: readonly Branch[],
  refused: readonly RefusedBranch[],
): readonly Finding[] {
  if (refused.length === 0) return []
  const shared = { property: part.path, ...typeExample(part, refused) }
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

/** A value of the type that is refused; none where no JSON stands for it. */
function typeExample(
  { place, type, wrap }: ArgumentPart,
  refused: readonly RefusedBranch[],
): Pick<Finding, 'example' | 'acceptedBy'> {
  const values = refused.flatMap(({ branch, literals }) =>
    literals.length > 0 ? literals : branchExamples(branch, type.root),
  )
  const example = values.find((value) => place.judge.hasJson(wrap(value)))
  return example === undefined ? {} : { example, acceptedBy: 'type' }
}
