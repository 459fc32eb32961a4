import type { ToolContextInit } from '../../tools/context-init.js'
import { createContext, ToolContext } from '../../tools/tool-context.js'

/**
 * The context a caller passed: none, a context of this or another copy of the package, or the fields of one.
 * The context of a running call stands for a child of it.
 *
 * @throws DefinitionError naming every field that is wrong.
 */
export function acceptContext(given: ToolContext | ToolContextInit | undefined): ToolContext {
  if (given === undefined) return nobody
  if (!ToolContext.is(given)) return fromFields(given)
  return ToolContext.isOfCall(given) ? given.child() : given
}

/** Each call makes its own of it. */
const nobody = ToolContext.create({})

function fromFields(given: ToolContextInit): ToolContext {
  const isObject = typeof given === 'object' && (given as unknown) !== null
  return (isObject ? ToolContext.fromOtherCopy(given) : undefined) ?? createContext(given)
}
