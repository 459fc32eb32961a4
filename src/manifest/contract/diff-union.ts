import { joinPath } from '../../errors/argument-path.js'
import type { ContractChange } from './contract-change.js'
import { isSameJson } from '../../schema/same-json.js'
import type { SubSchema } from './monotone.js'
import { toChange, type Side } from './schema-side.js'
import { findTag, type UnionTag } from './union-tag.js'

type Diff = (side: Side<SubSchema>) => readonly ContractChange[]

/** The differences of two lists of schemas that a value must match all, any or one of. Undefined: told as a whole. */
export function diffUnion(
  keyword: 'allOf' | 'anyOf' | 'oneOf',
  side: Side,
  diff: Diff,
): readonly ContractChange[] | undefined {
  if (keyword === 'oneOf') return diffTagged(side, diff)
  const { before, after } = side
  if (before === undefined) return [toChange(side, 'narrowed')]
  if (after === undefined) return [toChange(side, 'widened')]
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  return diffLists(keyword, { ...side, before, after }, diff)
}

/** Equal members are paired wherever they stand; the others in their order. */
function diffLists(
  keyword: 'allOf' | 'anyOf',
  { path, direction, before, after }: Side<readonly SubSchema[]>,
  diff: Diff,
): readonly ContractChange[] {
  const gone = before.filter((one) => !after.some((other) => isSameJson(one, other)))
  const come = after.filter((one) => !before.some((other) => isSameJson(one, other)))
  const length = Math.max(gone.length, come.length)
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const pair = { direction, before: gone[index], after: come[index] }
    const at = (list: readonly SubSchema[], member: SubSchema): string =>
      joinPath(path, list.indexOf(member))
    if (pair.before === undefined) {
      const kind = keyword === 'anyOf' ? 'widened' : 'narrowed'
      return [toChange({ ...pair, path: at(after, pair.after) }, kind)]
    }
    if (pair.after !== undefined) return diff({ ...pair, path: at(after, pair.after) })
    const kind = keyword === 'anyOf' ? 'narrowed' : 'widened'
    return [toChange({ ...pair, path: at(before, pair.before) }, kind)]
  })
}

/** Of a union without tags it cannot be told whether a wider branch makes two of them match. */
function diffTagged(side: Side, diff: Diff): readonly ContractChange[] | undefined {
  const [before, after] = [findTag(side.before), findTag(side.after)]
  if (before === undefined || after === undefined || before.property !== after.property) {
    return undefined
  }
  return diffBranches({ ...side, before, after }, diff)
}

function diffBranches(side: Side<UnionTag>, diff: Diff): readonly ContractChange[] {
  const [first, second] = [side.before.branches, side.after.branches]
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((tag) => {
    const pair = { ...side, before: first.get(tag), after: second.get(tag) }
    const branch = { ...pair, path: `${side.path}[${side.after.property}=${tag}]` }
    if (branch.before === undefined) return [toChange(branch, 'widened')]
    return branch.after === undefined ? [toChange(branch, 'narrowed')] : diff(branch)
  })
}
