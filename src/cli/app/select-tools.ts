import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'

/** The tools that selectors name; all of them when there are none. */
export function selectTools(
  registry: ToolRegistry,
  selectors: readonly string[],
): readonly ToolDefinition[] {
  return selectors.length === 0 ? registry.definitions : registry.select(selectors).definitions
}
