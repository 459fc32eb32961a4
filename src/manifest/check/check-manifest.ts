import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { ToolId } from '../../tools/tool-id.js'
import { commands } from '../commands.js'
import type { ContractBook } from '../contract/contract-book.js'
import { describeContractChange, type ContractChange } from '../contract/contract-change.js'
import { contractDigest } from '../../registry/contract/contract.js'
import type { Manifest, ManifestGrant } from '../manifest.js'
import { describePlace } from '../read/document-problems.js'
import { findPlace } from '../read/places.js'
import { agentFindings } from './agent-findings.js'
import { sortDisagreements, type Disagreement, type Finding } from './disagreement.js'
import { grantFindings } from './grant-findings.js'
import { textFindings } from './grant-texts.js'
import { serverFindings } from './server-findings.js'

/** What a check may have at hand. */
export interface CheckOptions {
  /** The reviewed contracts, to say what changed in them and not only that they did. */
  readonly contracts?: ContractBook | undefined
}

/**
 * Every way in which code and manifest do not match, sorted by tool; none when they agree. A grant that is stricter
 * than the code is no disagreement.
 *
 * @throws DefinitionError when a schema cannot be made.
 * @example
 * ```ts
 * for (const { message, fix } of checkManifest(registry, manifest)) console.error(message, fix)
 * ```
 */
export function checkManifest(
  registry: ToolRegistry,
  manifest: Manifest,
  { contracts = new Map() }: CheckOptions = {},
): readonly Disagreement[] {
  const grants = manifest.spec.tools.map((grant) => ({ grant, id: ToolId.parse(grant.ref) }))
  const granted = new Set(grants.flatMap(({ id }) => id?.reference() ?? []))
  const ungranted = registry.definitions.filter(({ id }) => !granted.has(id.reference()))
  return sortDisagreements([
    ...ungranted.map(notGranted),
    ...grants.flatMap(({ grant, id }) => (id === undefined ? unparseable(grant) : [])),
    ...duplicateFindings(grants),
    ...grants.flatMap(({ grant, id }) => {
      const definition = id === undefined ? undefined : registry.find(id)
      if (id === undefined) return textFindings(grant, undefined, granted)
      const subject = { grant, id, place: findPlace(grant) }
      const findings =
        definition === undefined
          ? [notImplemented(subject, ungranted)]
          : grantFindings({ ...subject, definition, contracts, layers: registry.layerRanks })
      return [...findings, ...textFindings(grant, definition, granted)]
    }),
    ...serverFindings(registry, manifest),
    ...agentFindings(manifest, registry, granted),
  ])
}

/**
 * Keeps a deployment whose halves do not match from starting.
 *
 * @throws DefinitionError with every disagreement.
 * @example
 * ```ts
 * assertManifest(registry, await loadManifest('tallystick.yaml'))
 * ```
 */
export function assertManifest(
  registry: ToolRegistry,
  manifest: Manifest,
  options: CheckOptions = {},
): void {
  const disagreements = checkManifest(registry, manifest, options)
  if (disagreements.length > 0) throw new DefinitionError(disagreements.map(toProblem))
}

/** A disagreement as a definition error tells it. */
function toProblem({ place, message, fix, changes }: Disagreement): DefinitionProblem {
  const subject = place === undefined ? 'manifest' : describePlace(place)
  return { subject, message: [message, ...tellChanges(changes ?? [])].join(' '), fix }
}

const toldChanges = 5

function tellChanges(changes: readonly ContractChange[]): readonly string[] {
  if (changes.length === 0) return []
  const told = changes.slice(0, toldChanges).map(describeContractChange)
  const more = changes.length - told.length
  return [`${told.join('; ')}${more > 0 ? `; and ${more.toString()} more` : ''}.`]
}

function notGranted({ id }: ToolDefinition): Finding {
  const toolId = id.toString()
  const message = `${toolId}: it is implemented, and the manifest does not grant it.`
  const fix = `Review it and run \`${commands.add}\`, or take the tool out.`
  return { kind: 'not-granted', toolId, message, fix }
}

function notImplemented(
  { grant, id }: { readonly grant: ManifestGrant; readonly id: ToolId },
  ungranted: readonly ToolDefinition[],
): Finding {
  const toolId = id.toString()
  return {
    kind: 'not-implemented',
    toolId,
    message: `${toolId}: it is granted, and nothing implements it.${hintAt(toolId, { grant, ungranted })}`,
    fix: 'Register the tool, or remove its grant.',
    place: findPlace(grant),
  }
}

/** What it may be called now. A tool with a grant of its own is none of these. */
function hintAt(
  toolId: string,
  { grant, ungranted }: { grant: ManifestGrant; ungranted: readonly ToolDefinition[] },
): string {
  const alike = ungranted.filter((tool) => contractDigest(tool) === grant.contract)
  const [heir] = alike
  if (heir === undefined || alike.length > 1) {
    const candidates = (heir === undefined ? ungranted : alike).map(({ id }) => id.toString())
    return didYouMean(nearestNames(toolId, candidates))
  }
  return ` It looks renamed: ${heir.id.toString()} has the contract it was granted with, and no grant of its own.`
}

function unparseable(grant: ManifestGrant): readonly Finding[] {
  const shown = escapeUnprintable(grant.ref.slice(0, 64))
  return [
    {
      kind: 'unparseable-ref',
      toolId: shown,
      message: `${shown}: this is not the reference of a tool.`,
      fix: 'Write tool://server/name.',
      place: findPlace(grant),
    },
  ]
}

function duplicateFindings(
  grants: readonly { readonly grant: ManifestGrant; readonly id: ToolId | undefined }[],
): readonly Finding[] {
  const seen = new Set<string>()
  return grants.flatMap(({ grant, id }) => {
    const isFirst = !seen.has(grant.ref)
    seen.add(grant.ref)
    if (isFirst || id === undefined) return []
    const toolId = id.toString()
    const message = `${toolId}: it is granted more than once.`
    const place = findPlace(grant)
    return [{ kind: 'duplicate-grant', toolId, message, fix: 'Keep one grant of it.', place }]
  })
}
