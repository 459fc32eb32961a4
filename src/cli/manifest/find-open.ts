import { checkManifest } from '../../manifest/check/check-manifest.js'
import type { Disagreement, DisagreementKind } from '../../manifest/check/disagreement.js'
import type { Manifest } from '../../manifest/manifest.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'

/** What no update settles: a person has to grant or to remove. */
const openKinds: ReadonlySet<DisagreementKind> = new Set(['not-granted', 'not-implemented'])

/** The tools that nothing grants, and the grants that nothing implements. */
export function findOpen(registry: ToolRegistry, manifest: Manifest): readonly Disagreement[] {
  return checkManifest(registry, manifest).filter(({ kind }) => openKinds.has(kind))
}
