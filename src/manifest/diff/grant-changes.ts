import type { JsonValue } from '../../schema/json.js'
import { effects, type Effect } from '../../tools/effect.js'
import { isSameJson } from '../../schema/same-json.js'
import type { ContractBook } from '../contract/contract-book.js'
import type { ContractChange } from '../contract/contract-change.js'
import { whyNotAtHand } from '../contract/contracts-fault.js'
import { contractSeverity } from '../contract/contract-severity.js'
import { diffContracts } from '../contract/diff-contracts.js'
import { diffSchemas } from '../contract/diff-schemas.js'
import { approvals } from '../format/manifest-format.js'
import { findGrantedEffect } from '../granted-effect.js'
import type { ManifestGrant } from '../manifest.js'
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
  const difference = { what: 'contract', before, after } as const
  if (before === undefined || after === undefined) return [statementChange(id, difference)]
  const [reviewed, proposed] = [contracts.get(before), contracts.get(after)]
  if (reviewed === undefined) {
    return [unknownChange(id, difference, whyNotAtHand(contracts.fault, before).why)]
  }
  if (proposed === undefined) {
    return [unknownChange(id, difference, whyNotAtHand(contracts.fault, after, 'proposed').why)]
  }
  return [schemaChange(id, { ...difference, changes: diffContracts(reviewed, proposed) })]
}

function argumentChanges({ id, ...pair }: GrantPair): readonly ManifestChange[] {
  const { arguments: before } = normalGrant(pair.before)
  const { arguments: after } = normalGrant(pair.after)
  if (isSameJson(before, after)) return []
  const difference = { what: 'arguments', before: toJson(before), after: toJson(after) } as const
  if (before === undefined || after === undefined) return [statementChange(id, difference)]
  const changes = diffSchemas({ path: 'arguments', direction: 'input', before, after })
  return [schemaChange(id, { ...difference, changes })]
}

interface StatedDifference {
  readonly what: 'contract' | 'arguments'
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

const isOrAre = { contract: 'is', arguments: 'are' } as const

/** A tool that is held to what was reviewed from now on, or not any more; the tool itself did not change by that. */
function statementChange(id: string, { what, before, after }: StatedDifference): ManifestChange {
  const isStated = after !== undefined
  const rest = isStated ? 'stated now' : 'not stated any more: it may change unnoticed'
  return {
    kind: 'schema-changed',
    toolId: id,
    severity: isStated ? 'low' : 'high',
    message: `${id}: its ${what} ${isOrAre[what]} ${rest}.`,
    ...{ before, after },
  }
}

function unknownChange(
  id: string,
  { before, after }: StatedDifference,
  why: string,
): ManifestChange {
  const message = `${id}: its contract changed; what changed cannot be said: ${why}.`
  return { kind: 'schema-changed', toolId: id, severity: 'high', message, before, after }
}

function schemaChange(
  id: string,
  { what, changes, ...values }: StatedDifference & { readonly changes: readonly ContractChange[] },
): ManifestChange {
  const breaking = changes.some((change) => change.breaking)
  const message = `${id}: its ${what} changed, ${breaking ? 'breaking' : 'not breaking'}.`
  const parts = { kind: 'schema-changed', toolId: id, ...values, changes } as const
  return { ...parts, message, severity: contractSeverity(changes), breaking }
}

function settingChanges({ id, ...pair }: GrantPair): readonly ManifestChange[] {
  const [old, now] = [normalGrant(pair.before), normalGrant(pair.after)]
  return (['idempotencyKey', 'errors', 'completions'] as const).flatMap((setting) => {
    if (isSameJson(old[setting], now[setting])) return []
    const message = `${id}: its ${setting} changed.`
    const values = { before: toJson(old[setting]), after: toJson(now[setting]) }
    return [{ kind: 'setting-changed', toolId: id, severity: 'high', message, ...values } as const]
  })
}

/** Parts of a document are JSON, whatever their types call them. */
function toJson(part: unknown): JsonValue | undefined {
  return part as JsonValue | undefined
}
