import { DefinitionError } from '../errors/definition-error.js'
import { didYouMean, nearestNames } from '../errors/nearest-names.js'
import { quoteName } from '../errors/quoted-name.js'
import { grantedDefinition } from '../registry/define/granted-definition.js'
import type { ToolRegistry } from '../registry/tool-registry.js'
import { deepFreeze } from '../schema/deep-freeze.js'
import { digestJson } from '../schema/digest.js'
import type { ToolDefinition } from '../tools/tool-definition.js'
import type { ToolGrant } from '../tools/tool-grants.js'
import { ToolId } from '../tools/tool-id.js'
import { assertManifest, checkManifest, type CheckOptions } from './check/check-manifest.js'
import type { Disagreement } from './check/disagreement.js'
import { copyContract } from '../registry/contract/contract.js'
import { findGrantedEffect, strictestEffect } from './granted-effect.js'
import type { Manifest, ManifestGrant } from './manifest.js'
import { normalGrant } from './normal-manifest.js'

/** How strictly a registry is bound. */
export interface BindOptions extends CheckOptions {
  /**
   * `'enforce'` throws when code and manifest do not match. `'warn'` reports it and binds what is granted: a tool that
   * is not granted refuses every call.
   * @defaultValue `'enforce'`
   */
  readonly mode?: 'enforce' | 'warn' | undefined
  /** Receives what does not match in mode `'warn'`. @defaultValue a warning of the process */
  readonly report?: ((disagreements: readonly Disagreement[]) => void) | undefined
}

/**
 * The registry as the manifest grants it: models are shown the reviewed words, each tool has the stricter effect of what
 * code and grant say, and a call that lacks what its grant asks for does not run. Later changes of the manifest change
 * nothing. To run some of the granted tools, bind first and narrow then.
 *
 * @throws DefinitionError with every disagreement, unless the mode is `'warn'`, and for a registry that is bound already.
 * @example
 * ```ts
 * const bound = bindManifest(discoverTools(container), await loadManifest('tallystick.yaml'))
 * const triage = bound.forAgent('triage')
 * ```
 */
export function bindManifest(
  registry: ToolRegistry,
  manifest: Manifest,
  { mode = 'enforce', report = warn, contracts }: BindOptions = {},
): ToolRegistry {
  if (mode === 'warn') reportAny(checkManifest(registry, manifest, { contracts }), report)
  else assertManifest(registry, manifest, { contracts })
  assertUnbound(registry)
  const reviewed = deepFreeze(structuredClone(manifest))
  const grants = grantsById(reviewed)
  const granted = registry.definitions.flatMap((definition) => {
    const grant = grants.get(definition.id.toString())
    return grant === undefined ? [] : [toGranted(definition, grant)]
  })
  const demands = new Map([...grants].map(([id, grant]) => [id, toDemand(grant)]))
  const withdrawals = new Map(
    granted.flatMap(({ id, isWithdrawn }) => (isWithdrawn ? [[id.toString(), isWithdrawn]] : [])),
  )
  const agents = new Map(reviewed.spec.agents?.map(({ name, tools }) => [name, tools]))
  return registry.bind(
    {
      findGrant: (id) =>
        withdrawals.get(id.toString())?.() === true ? undefined : demands.get(id.toString()),
      getAgentEntries: (agent) => getEntries(agents, agent),
    },
    granted,
  )
}

/** A second manifest would take back what the first one asks for. */
function assertUnbound({ isBound }: ToolRegistry): void {
  if (!isBound) return
  const message = 'the registry is bound to a manifest already.'
  const fix = 'Bind the registry that discoverTools returned, to one manifest.'
  throw new DefinitionError([{ subject: 'bindManifest', message, fix }])
}

/** The first grant of each tool counts; parsing refuses a second one. */
function grantsById({ spec }: Manifest): ReadonlyMap<string, ManifestGrant> {
  const grants = new Map<string, ManifestGrant>()
  for (const grant of spec.tools) {
    const id = ToolId.parse(grant.ref)?.toString()
    if (id !== undefined && !grants.has(id)) grants.set(id, grant)
  }
  return grants
}

function toGranted(definition: ToolDefinition, grant: ManifestGrant): ToolDefinition {
  const { effect: declared, source } = definition
  const granted = findGrantedEffect(grant)
  const bound = grantedDefinition(definition, {
    title: grant.title,
    description: grant.description,
    effect: strictestEffect({ granted, declared, source }) ?? declared,
    keyPath: grant.idempotencyKey,
    errors: grant.errors,
  })
  copyContract(definition, bound)
  return bound
}

function toDemand(grant: ManifestGrant): ToolGrant {
  const {
    approval = 'none',
    idempotencyKey,
    completions: { trust = [], requireEqual = [] } = {},
  } = grant
  const completions = { trust, requireEqual }
  const digest = digestJson('tallystick.grant', normalGrant(grant))
  return Object.freeze({ approval, needsClaim: idempotencyKey !== undefined, digest, completions })
}

/** An agent that is not listed sees nothing, and is told so. */
function getEntries(
  agents: ReadonlyMap<string, readonly string[]>,
  agent: string,
): readonly string[] {
  const entries = agents.get(agent)
  if (entries === undefined) throw unknownAgent(agent, [...agents.keys()])
  return entries
}

function unknownAgent(agent: unknown, known: readonly string[]): DefinitionError {
  const name = typeof agent === 'string' ? agent : ''
  const near = didYouMean(nearestNames(name, known)).trimStart()
  return new DefinitionError([
    {
      subject: `agent ${quoteName(name)}`,
      message: 'the manifest lists no such agent.',
      fix: near === '' ? listAgents(known) : near,
    },
  ])
}

function listAgents(known: readonly string[]): string {
  if (known.length === 0) return 'It lists none; list the agent with its tools in spec.agents.'
  return `Known agents: ${known.map(quoteName).join(', ')}.`
}

function reportAny(
  disagreements: readonly Disagreement[],
  report: (disagreements: readonly Disagreement[]) => void,
): void {
  if (disagreements.length > 0) report(disagreements)
}

function warn(disagreements: readonly Disagreement[]): void {
  for (const { message, fix } of disagreements) {
    process.emitWarning(`${message} ${fix}`, { type: 'TallystickManifestWarning' })
  }
}
