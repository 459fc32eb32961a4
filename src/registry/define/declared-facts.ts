import type { ToolDefinition } from '../../tools/tool-definition.js'
import { findIcons } from '../../tools/tool-icon.js'
import type { ToolId } from '../../tools/tool-id.js'
import type { ToolOptions } from '../../tools/tool-options.js'

/** What `@Tool` and `defineTool` say of a tool in the same words, defaults filled in. */
export function declaredFacts(
  id: ToolId,
  options: Pick<
    ToolOptions,
    'wireName' | 'title' | 'icons' | 'description' | 'source' | 'groups' | 'control' | 'interactive'
  >,
): Pick<
  ToolDefinition,
  'wireName' | 'title' | 'icons' | 'description' | 'source' | 'groups' | 'control' | 'interactive'
> {
  return {
    wireName: options.wireName ?? id.wireName(),
    title: options.title,
    icons: findIcons(options.icons),
    description: options.description ?? '',
    source: options.source ?? 'builtin',
    groups: Object.freeze([...(options.groups ?? [])]),
    control: options.control ?? false,
    interactive: options.interactive ?? false,
  }
}
