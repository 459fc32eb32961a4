import type { JsonValue } from '../../schema/json.js'
import { effects, type Effect } from '../../tools/effect.js'
import { isSameJson } from '../contract/contract.js'
import type { ContractBook } from '../contract/contract-book.js'
import type { ContractChange } from '../contract/contract-change.js'
import { contractSeverity } from '../contract/contract-severity.js'
import { diffContracts } from '../contract/diff-contracts.js'
import { diffSchemas } from '../contract/diff-schemas.js'
import { normalSchema } from '../contract/normal-schema.js'
import { approvals } from '../format/manifest-format.js'
import { findGrantedEffect, type ManifestGrant } from '../manifest.js'
import { normalGrant } from '../normal-manifest.js'
import type { ManifestChange } from './manifest-change.js'
import { effectOf, shortName } from './tool-changes.js'

interface GrantPair {
  readonly id: string
  readonly before: ManifestGrant
  readonly after: ManifestGrant
  readonly contracts: ContractBook
}

/** What changed in the grant of one tool, its name aside. */
export function grantChanges(
  before: ManifestGrant,
  after: ManifestGrant,
  contracts: ContractBook,
): readonly ManifestChange[] {
  const pair: GrantPair = { id: shortName(after), before, after, contracts }
  return [
    ...wordingChanges(pair),
    ...effectChanges(pair),
    ...approvalChanges(pair),
    ...contractChanges(pair),
    ...argumentChanges(pair),
    ...settingChanges(pair),
  ]
}

function wordingChanges({ id, ...pair }: GrantPair): readonly ManifestChange[] {
  return (['title', 'description'] as const).flatMap((field) => {
    const [before, after] = [pair.before[field], pair.after[field]]
    if (before === after) return []
    const message = `${id}: its ${field} changed.`
    return [{ kind: 'wording', toolId: id, severity: 'low', message, before, after } as const]
  })
}

function effectChanges(pair: GrantPair): readonly ManifestChange[] {
  const [before, after] = [findGrantedEffect(pair.before), findGrantedEffect(pair.after)]
  const was = effectOf(pair.before, pair.contracts)
  const is = effectOf(pair.after, pair.contracts)
  if (before === after && was === is) return []
  const isWider = mayWiden(was, is)
  const unknown = 'what its code declares'
  const message = `${pair.id}: its effect went from ${was ?? before ?? unknown} to ${is ?? after ?? unknown}.`
  return [
    {
      kind: isWider ? 'effect-widened' : 'effect-narrowed',
      toolId: pair.id,
      severity: isWider ? 'high' : 'low',
      ...{ message, before, after },
    },
  ]
}

/** What is not known may have been the mildest, and may be the worst now. */
function mayWiden(was: Effect | undefined, is: Effect | undefined): boolean {
  const before = was === undefined ? 0 : effects.indexOf(was)
  const after = is === undefined ? effects.length - 1 : effects.indexOf(is)
  return after > before
}

function approvalChanges({ id, ...pair }: GrantPair): readonly ManifestChange[] {
  const { approval: before = 'none' } = pair.before
  const { approval: after = 'none' } = pair.after
  if (before === after) return []
  const isLooser = approvals.indexOf(after) < approvals.indexOf(before)
  const kind = isLooser ? 'approval-loosened' : 'approval-tightened'
  const severity = isLooser ? 'high' : 'low'
  const message = `${id}: its approval went from ${before} to ${after}.`
  return [{ kind, toolId: id, severity, message, before, after }]
}

function contractChanges({ id, contracts, ...pair }: GrantPair): readonly ManifestChange[] {
  const [before, after] = [pair.before.contract, pair.after.contract]
  if (before === after) return []
  const [reviewed, proposed] = [contracts.get(before ?? ''), contracts.get(after ?? '')]
  const changes =
    reviewed === undefined || proposed === undefined ? undefined : diffContracts(reviewed, proposed)
  return [schemaChange(id, { before, after, changes })]
}

function argumentChanges({ id, ...pair }: GrantPair): readonly ManifestChange[] {
  const [before, after] = [pair.before.arguments, pair.after.arguments].map(
    (schema) => schema && normalSchema(schema),
  )
  if (isSameJson(before, after)) return []
  const changes = diffSchemas({ path: 'arguments', direction: 'input', before, after })
  return [schemaChange(id, { before: before as JsonValue, after: after as JsonValue, changes })]
}

interface SchemaDifference {
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
  readonly changes: readonly ContractChange[] | undefined
}

function schemaChange(id: string, difference: SchemaDifference): ManifestChange {
  const { changes } = difference
  const parts = { kind: 'schema-changed', toolId: id, ...difference } as const
  if (changes === undefined) {
    const message = `${id}: its contract changed; what changed cannot be said, because the contracts of both manifests are not at hand.`
    return { ...parts, message, severity: contractSeverity(changes) }
  }
  const breaking = changes.some((change) => change.breaking)
  const message = `${id}: its contract changed, ${breaking ? 'breaking' : 'not breaking'}.`
  return { ...parts, message, severity: contractSeverity(changes), breaking }
}

function settingChanges({ id, ...pair }: GrantPair): readonly ManifestChange[] {
  const [old, now] = [normalGrant(pair.before), normalGrant(pair.after)]
  return ['idempotencyKey', 'errors', 'completions'].flatMap((setting) => {
    const [before, after] = [old, now].map((grant) => Reflect.get(grant, setting) as JsonValue)
    if (isSameJson(before, after)) return []
    const message = `${id}: its ${setting} changed.`
    return [
      { kind: 'setting-changed', toolId: id, severity: 'high', message, before, after } as const,
    ]
  })
}
