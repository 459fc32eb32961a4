import { joinPath } from '../../errors/argument-path.js'
import { didYouMean } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { resolveAgentTools, type SelectableTool, type UnknownEntry } from '../agents/agent-tools.js'
import { selectableTools } from '../agents/selectable-tools.js'
import { nearestEntries } from '../../tools/tool-selector.js'
import type { Manifest, ManifestAgent } from '../manifest.js'
import { findPlace } from '../read/places.js'
import type { Finding } from './disagreement.js'
import { textsIn } from './reviewed-texts.js'
import { invisibleFindings, referenceFindings } from './text-findings.js'

/** What is wrong with the lists of agents, and with the texts that belong to no tool. */
export function agentFindings(
  manifest: Manifest,
  registry: ToolRegistry,
  granted: ReadonlySet<string>,
): readonly Finding[] {
  const { metadata, spec } = manifest
  const tools = selectableTools(manifest, registry.definitions)
  const document = { subject: 'manifest', toolId: undefined, where: 'in the manifest' }
  const texts = [...textsIn(metadata, 'metadata'), ...textsIn(spec.servers, 'servers')]
  return [
    ...invisibleFindings(document, [...texts, ...textsIn(spec.agents, 'agents')]),
    ...referenceFindings(document, textsIn(metadata, 'metadata'), (one) => granted.has(one)),
    ...(spec.agents ?? []).flatMap((agent) =>
      resolveAgentTools(agent.tools, tools).unknown.map((entry) => toFinding(agent, entry, tools)),
    ),
  ]
}

function toFinding(
  agent: ManifestAgent,
  { index, entry, candidates }: UnknownEntry,
  tools: readonly SelectableTool[],
): Finding {
  const where = `agent ${quoteName(agent.name)}: ${joinPath('tools', index)} ${quoteName(entry)}`
  const isAmbiguous = candidates.length > 0
  const near = didYouMean(nearestEntries(entry, tools.flatMap(spellings)))
  return {
    kind: 'unknown-agent-entry',
    toolId: undefined,
    message: isAmbiguous
      ? `${where} names more than one tool: ${candidates.join(', ')}.`
      : `${where} names nothing that is granted.${near}`,
    fix: isAmbiguous
      ? 'Write server/name.'
      : 'Write a granted tool, remove the entry, or end it with "?" if it may be absent.',
    place: findPlace(agent),
  }
}

/** What an entry may call a tool, or a group that the tool is in. */
function spellings({ id, server, groups = [] }: SelectableTool): readonly string[] {
  return [id, `@server:${server}`, ...groups.map((label) => `@group:${label}`)]
}
