import type { JsonValue } from '../../schema/json.js'
import type { Effect } from '../../tools/effect.js'
import { ToolId } from '../../tools/tool-id.js'
import type { ContractBook } from '../contract/contract-book.js'
import { findGrantedEffect, strictestEffect } from '../granted-effect.js'
import type { ManifestGrant } from '../manifest.js'
import type { ManifestChange } from './manifest-change.js'

/** A tool that is granted now. */
export function addedTool(grant: ManifestGrant, contracts: ContractBook): ManifestChange {
  const effect = effectOf(grant, contracts)
  const id = shortName(grant)
  return {
    kind: 'tool-added',
    toolId: id,
    severity: effect === 'read' ? 'medium' : 'high',
    message: `${id}: it is granted now${effect === undefined ? '' : `, as ${effect}`}.`,
    after: grant as unknown as JsonValue,
  }
}

/** A tool that is not granted any more. */
export function removedTool(grant: ManifestGrant): ManifestChange {
  const id = shortName(grant)
  const message = `${id}: it is not granted any more.`
  const before = grant as unknown as JsonValue
  return { kind: 'tool-removed', toolId: id, severity: 'medium', message, before }
}

/** A tool that has another name. */
export function renamedTool(
  from: ManifestGrant,
  to: ManifestGrant,
  contracts: ContractBook,
): ManifestChange {
  const id = shortName(to)
  const isRead = effectOf(to, contracts) === 'read'
  const warning =
    'It starts with an empty space of idempotency keys: what was done under the old name can be done again.'
  return {
    kind: 'tool-renamed',
    toolId: id,
    severity: isRead ? 'medium' : 'high',
    message: `${id}: it was called ${shortName(from)}. ${warning}`,
    before: from.ref,
    after: to.ref,
  }
}

/** The effect a grant comes to; undefined where too little is known. */
export function effectOf(grant: ManifestGrant, contracts: ContractBook): Effect | undefined {
  const contract = contracts.get(grant.contract ?? '')
  return strictestEffect({
    granted: findGrantedEffect(grant),
    declared: contract?.effect,
    source: contract?.source,
  })
}

/** `server/name`, or the reference as written where it is none. */
export function shortName({ ref }: ManifestGrant): string {
  return ToolId.parse(ref)?.toString() ?? ref
}
