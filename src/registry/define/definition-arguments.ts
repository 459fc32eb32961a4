import type { ClassArguments } from '../../arguments/class-arguments.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'

const known = new WeakMap<ToolDefinition, ClassArguments>()

/** Remembers the arguments of the class that a definition is made from; returns the definition. */
export function recordClassArguments(
  own: ClassArguments,
  definition: ToolDefinition,
): ToolDefinition {
  known.set(definition, own)
  return definition
}

/** A definition made from another one has the arguments of the same class. */
export function copyClassArguments(from: ToolDefinition, to: ToolDefinition): void {
  const own = known.get(from)
  if (own !== undefined) known.set(to, own)
}

/** The arguments of the class behind a definition; undefined for one that is not made from a class. */
export function findClassArguments(definition: ToolDefinition): ClassArguments | undefined {
  return known.get(definition)
}
