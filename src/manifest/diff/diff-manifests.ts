import { isSameJson } from '../../schema/same-json.js'
import type { ContractBook } from '../contract/contract-book.js'
import type { Manifest, ManifestGrant } from '../manifest.js'
import { normalManifest } from '../normal-manifest.js'
import { agentChanges } from './agent-changes.js'
import type { DiffOptions } from './diff-options.js'
import { grantChanges } from './grant-changes.js'
import { sortChanges, type ManifestChange } from './manifest-change.js'
import { namedChanges } from './named-changes.js'
import { findRenames } from './renames.js'
import { addedTool, removedTool, renamedTool } from './tool-changes.js'

/**
 * What a reviewer who approved `before` is asked to accept with `after`: by meaning, not by line. Worst first; empty
 * exactly when the digests are equal.
 *
 * @example
 * ```ts
 * const changes = diffManifests(parseManifest(reviewed), parseManifest(proposed), { registry })
 * for (const { severity, message } of changes) console.log(severity, message)
 * ```
 */
export function diffManifests(
  before: Manifest,
  after: Manifest,
  options: DiffOptions = {},
): readonly ManifestChange[] {
  return sortChanges([
    ...documentChanges(before, after),
    ...toolChanges(before, after, options.contracts ?? new Map()),
    ...serverChanges(before, after),
    ...agentChanges(before, after, options),
  ])
}

function documentChanges(before: Manifest, after: Manifest): readonly ManifestChange[] {
  const [old, now] = [normalManifest(before), normalManifest(after)]
  return (['apiVersion', 'kind', 'metadata'] as const).flatMap((member) => {
    if (isSameJson(old[member], now[member])) return []
    const message = `manifest: its ${member} changed.`
    return [{ kind: 'wording', severity: 'low', message, before: old[member], after: now[member] }]
  })
}

function toolChanges(
  before: Manifest,
  after: Manifest,
  contracts: ContractBook,
): readonly ManifestChange[] {
  const [old, now] = [byRef(before), byRef(after)]
  const gone = [...old.values()].filter(({ ref }) => !now.has(ref))
  const come = [...now.values()].filter(({ ref }) => !old.has(ref))
  const renames = findRenames(gone, come)
  const renamed = new Set(renames.flat())
  return [
    ...renames.flatMap(([from, to]) => [
      renamedTool(from, to, contracts),
      ...grantChanges(from, to, contracts),
    ]),
    ...gone.filter((grant) => !renamed.has(grant)).map(removedTool),
    ...come.filter((grant) => !renamed.has(grant)).map((grant) => addedTool(grant, contracts)),
    ...[...now.values()].flatMap((grant) => {
      const reviewed = old.get(grant.ref)
      return reviewed === undefined ? [] : grantChanges(reviewed, grant, contracts)
    }),
  ]
}

function byRef({ spec }: Manifest): ReadonlyMap<string, ManifestGrant> {
  return new Map(spec.tools.map((grant) => [grant.ref, grant]))
}

function serverChanges(before: Manifest, after: Manifest): readonly ManifestChange[] {
  const [old, now] = [normalManifest(before).servers, normalManifest(after).servers]
  return namedChanges(old, now).map(({ name, before: reviewed, after: proposed }) => {
    const kind = reviewed === undefined ? 'server-added' : 'server-changed'
    const parts = { before: reviewed, after: proposed } as const
    if (proposed === undefined) {
      const message = `server ${name}: it was removed.`
      return { kind: 'server-removed', severity: 'medium', message, ...parts }
    }
    const what = reviewed === undefined ? 'it is new' : 'it is reached in another way'
    return { kind, severity: 'high', message: `server ${name}: ${what}.`, ...parts }
  })
}
