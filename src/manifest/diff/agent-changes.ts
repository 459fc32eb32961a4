import { quoteName } from '../../errors/quoted-name.js'
import { resolveAgentTools, type AgentTools } from '../agents/agent-tools.js'
import { selectableTools } from '../agents/selectable-tools.js'
import { isSameJson } from '../../schema/same-json.js'
import type { Manifest, ManifestAgent } from '../manifest.js'
import type { DiffOptions } from './diff-options.js'
import type { ManifestChange } from './manifest-change.js'

/** An agent as two manifests have it. */
interface AgentPair {
  readonly agent: string
  readonly old: AgentView
  readonly now: AgentView
}

/** An agent of one manifest: its entries, and what they come to there. */
interface AgentView {
  readonly entries: readonly string[] | undefined
  readonly tools: AgentTools
  /** The tools that are known to change nothing. */
  readonly reads: ReadonlySet<string>
}

/**
 * What each agent gains and loses, with its entries resolved: a new grant widens every agent that selects it by a group,
 * whether or not its entries changed.
 */
export function agentChanges(
  before: Manifest,
  after: Manifest,
  options: DiffOptions,
): readonly ManifestChange[] {
  const names = new Set([before, after].flatMap(agentsOf).map(({ name }) => name))
  const [viewBefore, viewAfter] = [toView(before, options), toView(after, options)]
  return [...names].flatMap((agent) => {
    const pair = { agent, old: viewBefore(agent), now: viewAfter(agent) }
    const resolved = [...gains(pair), ...losses(pair)]
    return [...listChanges(pair, resolved.length), ...resolved]
  })
}

function agentsOf({ spec }: Manifest): readonly ManifestAgent[] {
  return spec.agents ?? []
}

function toView(manifest: Manifest, options: DiffOptions): (agent: string) => AgentView {
  const { contracts, registry } = options
  const tools = selectableTools(manifest, registry?.definitions ?? [], contracts)
  const reads = new Set(tools.filter(({ isRead }) => isRead === true).map(({ id }) => id))
  const entries = new Map(agentsOf(manifest).map((agent) => [agent.name, agent.tools]))
  return (agent) => {
    const own = entries.get(agent)
    return { entries: own, tools: resolveAgentTools(own ?? [], tools), reads }
  }
}

function gains({ agent, old, now }: AgentPair): readonly ManifestChange[] {
  const had = new Set(old.tools.ids)
  const mayHaveHad = new Set(old.tools.possible)
  const certain = now.tools.ids.filter((id) => !had.has(id))
  const possible = now.tools.possible.filter((id) => !had.has(id) && !mayHaveHad.has(id))
  const toGain = (toolId: string, verb: string): ManifestChange => ({
    ...{ kind: 'agent-gains', toolId, agent },
    severity: now.reads.has(toolId) ? 'medium' : 'high',
    message: `agent ${quoteName(agent)}: it ${verb} ${toolId}.`,
  })
  return [
    ...certain.map((id) => toGain(id, mayHaveHad.has(id) ? 'now certainly has' : 'gains')),
    ...possible.map((id) => toGain(id, 'may gain')),
  ]
}

function losses({ agent, old, now }: AgentPair): readonly ManifestChange[] {
  const kept = new Set([...now.tools.ids, ...now.tools.possible])
  return old.tools.ids
    .filter((id) => !kept.has(id))
    .map((toolId) => ({
      ...{ kind: 'agent-loses', toolId, agent, severity: 'medium' },
      message: `agent ${quoteName(agent)}: it loses ${toolId}.`,
    }))
}

/** An agent that comes or goes, or whose entries differ although it sees the same. */
function listChanges({ agent, old, now }: AgentPair, resolved: number): readonly ManifestChange[] {
  const parts = { agent, before: old.entries, after: now.entries }
  const subject = `agent ${quoteName(agent)}`
  if (old.entries === undefined) {
    return [
      { kind: 'agent-added', ...parts, severity: 'medium', message: `${subject}: it is new.` },
    ]
  }
  if (now.entries === undefined) {
    const message = `${subject}: it was removed.`
    return [{ kind: 'agent-removed', ...parts, severity: 'medium', message }]
  }
  if (resolved > 0 || isSameJson(old.entries, now.entries)) return []
  const message = `${subject}: its entries changed, and it sees the same tools.`
  return [{ kind: 'agent-entries', ...parts, severity: 'low', message }]
}
