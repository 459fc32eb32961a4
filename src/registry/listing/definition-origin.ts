import type { ToolClass } from '../../tools/constructor.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'

/** Where a definition comes from. */
interface Origin {
  readonly words: string
  readonly toolClass: ToolClass | undefined
}

const origins = new WeakMap<ToolDefinition, Origin>()

/** Remembers where a definition comes from, so that a clash can name both sides: `class Transfer`. */
export function recordOrigin(
  definition: ToolDefinition,
  words: string,
  toolClass?: ToolClass,
): void {
  origins.set(definition, { words, toolClass })
}

/** A definition made from another one comes from where that one came from. */
export function copyOrigin(from: ToolDefinition, to: ToolDefinition): void {
  const origin = origins.get(from)
  if (origin !== undefined) origins.set(to, origin)
}

/** Where a definition comes from, in words. */
export function describeOrigin(definition: ToolDefinition): string {
  return origins.get(definition)?.words ?? `a definition of source ${definition.source}`
}

/** The class a definition was made of; undefined for one that was made of none. */
export function findToolClass(definition: ToolDefinition): ToolClass | undefined {
  return origins.get(definition)?.toolClass
}
