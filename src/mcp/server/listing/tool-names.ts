import { DefinitionError, type DefinitionProblem } from '../../../errors/definition-error.js'
import { quoteName } from '../../../errors/quoted-name.js'
import type { ToolRegistry } from '../../../registry/tool-registry.js'
import { forMcp } from '../../../schema/projections/for-mcp.js'
import type { ToolDefinition } from '../../../tools/tool-definition.js'

/** What tools are called over MCP, both ways. */
export interface ToolNames {
  /** Undefined for a tool that the served registry did not have at the start. */
  nameOf(definition: ToolDefinition): string | undefined
  /** The tool of a view behind a name; undefined where there is none, or the view does not hold it. */
  find(view: ToolRegistry, name: string): ToolDefinition | undefined
}

/**
 * Names every tool of the registry that is served. A foreign name that MCP does not take is replaced by the wire name.
 * @throws DefinitionError naming every two tools that would share a name.
 */
export function createToolNames(root: ToolRegistry, names: 'bare' | 'wire'): ToolNames {
  const { toolName } = forMcp().limits
  const toName = ({ id, wireName }: ToolDefinition): string =>
    names === 'bare' && toolName.test(id.name) ? id.name : wireName
  const byName = new Map<string, ToolDefinition>()
  const byId = new Map<string, string>()
  const problems: DefinitionProblem[] = []
  for (const definition of root.definitions) {
    const name = toName(definition)
    const other = byName.get(name)
    if (other !== undefined) problems.push(collision(name, [other, definition]))
    byName.set(name, definition)
    byId.set(definition.id.toString(), name)
  }
  if (problems.length > 0) throw new DefinitionError(problems)
  return Object.freeze<ToolNames>({
    nameOf: ({ id }) => byId.get(id.toString()),
    find: (view, name) => {
      const named = byName.get(name)
      return named && view.find(named.id)
    },
  })
}

function collision(
  name: string,
  [first, second]: readonly [ToolDefinition, ToolDefinition],
): DefinitionProblem {
  return {
    subject: second.id.toString(),
    message: `over MCP it and ${first.id.toString()} would both be called ${quoteName(name)}.`,
    fix: "Serve with names: 'wire', or leave one of them out.",
  }
}
