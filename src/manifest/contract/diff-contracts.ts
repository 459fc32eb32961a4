import { deepFreeze } from '../../schema/deep-freeze.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import { effects } from '../../tools/effect.js'
import { isSameJson } from '../../schema/same-json.js'
import type { ToolContract } from '../../registry/contract/contract.js'
import type { ContractChange } from './contract-change.js'
import { diffSchemas } from './diff-schemas.js'
import { toChange, type Side } from './schema-side.js'

/**
 * What changed between two contracts, as a caller of the first one sees it: input that is refused now and output that
 * is new are breaking. Sorted by path; empty exactly when the digests are equal.
 *
 * @example
 * ```ts
 * for (const change of diffContracts(contractOf(before), contractOf(after))) console.log(change.path, change.kind)
 * ```
 */
export function diffContracts(
  before: ToolContract,
  after: ToolContract,
): readonly ContractChange[] {
  const changes = [
    ...diffEffects(before, after),
    ...diffFacts(before, after),
    ...diffReported(before, after),
    ...diffSchemas(toSide('inputSchema', before, after)),
    ...diffSchemas(toSide('outputSchema', before, after)),
  ]
  return deepFreeze(changes.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path))))
}

function toSide(
  member: 'inputSchema' | 'outputSchema',
  before: ToolContract,
  after: ToolContract,
): Side<JsonSchema | undefined> {
  const direction = member === 'inputSchema' ? 'input' : 'output'
  return { path: member, direction, before: before[member], after: after[member] }
}

function diffEffects(before: ToolContract, after: ToolContract): readonly ContractChange[] {
  const widening = effects.indexOf(after.effect) - effects.indexOf(before.effect)
  if (widening === 0) return []
  const kind = widening > 0 ? 'widened' : 'narrowed'
  // A caller that was told of a read did not ask for a write.
  const values = { before: before.effect, after: after.effect }
  return [{ path: 'effect', kind, ...values, breaking: widening > 0 }]
}

function diffFacts(before: ToolContract, after: ToolContract): readonly ContractChange[] {
  const names = [
    'repairsJsonStrings',
    'source',
    'keyRule',
    'groups',
    'control',
    'interactive',
    'wireName',
  ] as const
  return names.flatMap((path) => {
    if (isSameJson(before[path], after[path])) return []
    // A tool from elsewhere is another tool.
    const kind = path === 'repairsJsonStrings' ? repairKind(after) : 'changed'
    const side = { path, direction: 'input', before: before[path], after: after[path] } as const
    return [toChange(side, kind)]
  })
}

/** What a foreign server says of its tool. Other words are wording; another hint is another claim. */
function diffReported(
  { reported: before = {} }: ToolContract,
  { reported: after = {} }: ToolContract,
): readonly ContractChange[] {
  return (['name', 'title', 'description', 'hints'] as const).flatMap((member) => {
    if (isSameJson(before[member], after[member])) return []
    const path = `reported.${member}`
    const side = {
      path,
      direction: 'output',
      before: before[member],
      after: after[member],
    } as const
    return [toChange(side, member === 'title' || member === 'description' ? 'wording' : 'changed')]
  })
}

function repairKind({ repairsJsonStrings }: ToolContract): 'widened' | 'narrowed' {
  return repairsJsonStrings ? 'widened' : 'narrowed'
}
