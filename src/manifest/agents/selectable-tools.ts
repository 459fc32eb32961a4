import type { ToolDefinition } from '../../tools/tool-definition.js'
import { ToolId } from '../../tools/tool-id.js'
import type { ContractBook } from '../contract/contract-book.js'
import { findGrantedEffect, strictestEffect } from '../granted-effect.js'
import type { Manifest, ManifestGrant } from '../manifest.js'
import type { SelectableTool } from './agent-tools.js'

/** The granted tools with what selectors ask of them: from what was reviewed where it is at hand, else from the code. */
export function selectableTools(
  manifest: Manifest,
  definitions: readonly ToolDefinition[],
  contracts: ContractBook = new Map(),
): readonly SelectableTool[] {
  const known = new Map(definitions.map((definition) => [definition.id.toString(), definition]))
  const foreign = new Set(manifest.spec.servers?.map(({ name }) => name))
  const tools = manifest.spec.tools.flatMap((grant) => {
    const id = ToolId.parse(grant.ref)
    if (id === undefined) return []
    const definition = known.get(id.toString())
    const { source, effect } = contracts.get(grant.contract ?? '') ?? definition ?? {}
    const pinned = foreign.has(id.server) ? 'mcp' : undefined
    const facts = { grant, definition, source: source ?? pinned, declared: effect }
    return [toSelectable(id, facts)]
  })
  return [...new Map(tools.map((tool) => [tool.id, tool])).values()]
}

interface ToolParts {
  readonly grant: ManifestGrant
  readonly definition: ToolDefinition | undefined
  readonly source: ToolDefinition['source'] | undefined
  readonly declared: ToolDefinition['effect'] | undefined
}

function toSelectable(
  id: ToolId,
  { grant, definition, source, declared }: ToolParts,
): SelectableTool {
  const effect = strictestEffect({ granted: findGrantedEffect(grant), declared, source })
  return {
    ...{ id: id.toString(), server: id.server, name: id.name, source },
    wireName: definition?.wireName ?? id.wireName(),
    isRead: effect === undefined ? undefined : effect === 'read',
    groups: definition?.groups,
    isControl: definition?.control,
  }
}
