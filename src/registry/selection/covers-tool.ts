import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { GroupTarget } from '../../tools/tool-selector.js'

/** Whether a tool is in a group. Tools that steer the agent itself are in none: only their name selects them. */
export function coversTool(target: GroupTarget, definition: ToolDefinition): boolean {
  if (definition.control) return false
  switch (target.kind) {
    case 'group':
      return target.group.covers(definition.source)
    case 'server':
      return definition.id.server === target.name
    case 'label':
      return definition.groups.includes(target.name)
    case 'readonly':
      return !definition.mutates
  }
}

/** Whether a group may hold nothing: which sources there are is not the list's business, which servers are is. */
export function mayBeEmpty({ kind }: GroupTarget): boolean {
  return kind === 'group' || kind === 'readonly'
}
