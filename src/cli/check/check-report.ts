import type { DefinitionProblem } from '../../errors/definition-error.js'
import { checkManifest } from '../../manifest/check/check-manifest.js'
import type { Disagreement } from '../../manifest/check/disagreement.js'
import { foreignNotes } from '../../manifest/check/foreign-notes.js'
import { findGrantedEffect, strictestEffect } from '../../manifest/granted-effect.js'
import type { Manifest, ManifestGrant } from '../../manifest/manifest.js'
import { manifestDigest } from '../../manifest/manifest-digest.js'
import { lintTool } from '../../registry/define/lint-tool.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { Effect } from '../../tools/effect.js'
import type { ManifestFile } from '../manifest/manifest-file.js'

/** What `tallystick check` found. */
export interface CheckReport {
  /** The path of the manifest, from the folder of the command. */
  readonly manifest: string
  readonly digest: string
  /** Whether there is nothing to mend. */
  readonly agrees: boolean
  /** Every tool that is granted or implemented, sorted. */
  readonly tools: readonly CheckedTool[]
  readonly disagreements: readonly Disagreement[]
  /** What is worth a look; only a strict check minds. What makes tools hard to use for a model is told by that alone. */
  readonly lints: readonly DefinitionProblem[]
  /** What a reviewer of foreign tools should know; no check minds. Absent where there is nothing. */
  readonly notes?: readonly DefinitionProblem[]
}

/** One line of the table. */
export interface CheckedTool {
  readonly id: string
  /** What the manifest grants; absent where it grants nothing. */
  readonly grant?: { readonly effect?: Effect; readonly approval: string }
  /** What the code declares; absent where nothing implements it. */
  readonly effect?: Effect
  /** Whether the contract is the reviewed one. */
  readonly contract: 'reviewed' | 'changed' | 'not stated' | 'none'
}

/** Holds an app to its manifest. */
export function createCheckReport(
  registry: ToolRegistry,
  { shown, manifest, contracts }: ManifestFile,
  { isStrict }: { readonly isStrict: boolean },
): CheckReport {
  const disagreements = checkManifest(registry, manifest, { contracts })
  const lints = [
    ...unenforcedKeys(registry, manifest),
    ...(isStrict ? findLints(registry, manifest) : []),
  ]
  const notes = foreignNotes(registry, manifest)
  return {
    manifest: shown,
    digest: manifestDigest(manifest),
    agrees: disagreements.length + (isStrict ? lints.length : 0) === 0,
    tools: toTools(registry, manifest.spec.tools, disagreements),
    disagreements,
    lints,
    ...(notes.length > 0 && { notes }),
  }
}

/** Keys that the code declares are read and handed to bodies without any layer, and then nothing keeps a call from a second one. */
function unenforcedKeys(registry: ToolRegistry, { spec }: Manifest): readonly DefinitionProblem[] {
  if (registry.layerRanks.has('idempotency')) return []
  const granted = new Map(spec.tools.map((grant) => [grant.ref, findGrantedEffect(grant)]))
  return registry.definitions.flatMap(({ id, keyRule, effect: declared, source }) => {
    const effect = strictestEffect({ granted: granted.get(id.reference()), declared, source })
    return keyRule === undefined || effect === 'read' ? [] : [unenforced(id.toString())]
  })
}

function unenforced(subject: string): DefinitionProblem {
  return {
    subject,
    message:
      'it declares an idempotency key, and the registry has no idempotency layer, so a second call with the key runs again.',
    fix: 'Register an IdempotencyLayer; or let what performs the effect refuse a key it has seen, which `context.idempotencyKey` is for.',
  }
}

function findLints(registry: ToolRegistry, { spec }: Manifest): readonly DefinitionProblem[] {
  const unstated = spec.tools.filter(({ contract }) => contract === undefined)
  return [
    ...registry.definitions.flatMap(lintTool),
    ...unstated.map(({ ref }) => ({
      subject: ref,
      message: 'its grant states no contract, so that changes of the tool go unnoticed.',
      fix: 'Run `tallystick manifest update`.',
    })),
  ]
}

function toTools(
  registry: ToolRegistry,
  grants: readonly ManifestGrant[],
  disagreements: readonly Disagreement[],
): readonly CheckedTool[] {
  const drifted = new Set(
    disagreements.filter(({ kind }) => kind === 'contract-drift').map(({ toolId }) => toolId),
  )
  const granted = new Map(grants.map((grant) => [grant.ref.replace(/^tool:\/\//, ''), grant]))
  const ids = new Set([...granted.keys(), ...registry.ids().map(String)])
  return [...ids].sort().map((id) => {
    const grant = granted.get(id)
    const effect = registry.find(id)?.effect
    return {
      id,
      ...(grant && { grant: toGrant(grant) }),
      ...(effect && { effect }),
      contract: drifted.has(id) ? 'changed' : contractState(effect && grant),
    }
  })
}

function toGrant(grant: ManifestGrant): NonNullable<CheckedTool['grant']> {
  const effect = findGrantedEffect(grant)
  return { ...(effect && { effect }), approval: grant.approval ?? 'none' }
}

function contractState(grant: ManifestGrant | undefined): CheckedTool['contract'] {
  if (grant === undefined) return 'none'
  return grant.contract === undefined ? 'not stated' : 'reviewed'
}
