import type { ToolDefinition } from '../../tools/tool-definition.js'

const origins = new WeakMap<ToolDefinition, string>()

/** Remembers where a definition comes from, so that a clash can name both sides: `class Transfer`. */
export function recordOrigin(definition: ToolDefinition, origin: string): void {
  origins.set(definition, origin)
}

/** A definition made from another one comes from where that one came from. */
export function copyOrigin(from: ToolDefinition, to: ToolDefinition): void {
  const origin = origins.get(from)
  if (origin !== undefined) origins.set(to, origin)
}

/** Where a definition comes from, in words. */
export function describeOrigin(definition: ToolDefinition): string {
  return origins.get(definition) ?? `a definition of source ${definition.source}`
}
