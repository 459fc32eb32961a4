import type { Container } from 'inversify'

import { DefinitionError } from '../errors/definition-error.js'
import { ToolRegistry } from '../registry/tool-registry.js'
import type { ToolContext } from '../tools/tool-context.js'
import { findPurpose, findServedContext } from './call-creation.js'
import type { PlannedBinding } from './plan-tree.js'

const resolvers = new WeakSet()

/** True for a binding of `ToolRegistry` that discovery made. */
export function isInjectedRegistry({ value }: PlannedBinding): boolean {
  return typeof value === 'function' && resolvers.has(value)
}

/**
 * Binds `ToolRegistry` to the view of the call that asks for it. One binding serves every discovery on a container,
 * because it knows no registry of its own.
 */
export function bindInjectedRegistry(
  container: Container,
  existing: readonly PlannedBinding[],
): void {
  if (container.isCurrentBound(ToolRegistry) && existing.some(isInjectedRegistry)) return
  const resolveRegistry = (): ToolRegistry => currentRegistry(container)
  resolvers.add(resolveRegistry)
  container.bind(ToolRegistry).toDynamicValue(resolveRegistry).inTransientScope()
}

/**
 * Nothing wider is ever a fallback: code outside calls looks the same as the callback of a call that lost its
 * context, and what the latter is given must not exceed what its caller had.
 */
function currentRegistry(container: Container): ToolRegistry {
  const purpose = findPurpose(container)
  if (purpose !== undefined) {
    return purpose.context === undefined ? ToolRegistry.empty() : viewOf(purpose.context)
  }
  const context = findServedContext(container)
  if (context !== undefined) return viewOf(context)
  throw refusal(
    'a container is asked for it outside the making of a tool and outside the ambient context of its call, so whose view to give is not known.',
    'Inject ToolRegistry itself, call context.dispatch, or use the registry that discoverTools returned.',
  )
}

function viewOf(context: ToolContext): ToolRegistry {
  const view = ToolRegistry.findOfCall(context)
  if (view !== undefined) return view
  throw refusal(
    'it is injected into a tool whose call came through no registry.',
    'Call the tool through registry.dispatch.',
  )
}

function refusal(message: string, fix: string): DefinitionError {
  return new DefinitionError([{ subject: 'ToolRegistry', message, fix }])
}
