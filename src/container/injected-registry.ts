import { AsyncLocalStorage } from 'node:async_hooks'
import type { Container } from 'inversify'

import { DefinitionError } from '../errors/definition-error.js'
import { ToolRegistry } from '../registry/tool-registry.js'
import { findAmbientContext } from '../tools/ambient-context.js'
import { ToolContext } from '../tools/tool-context.js'
import type { PlannedBinding } from './plan-tree.js'

/** The context of the call whose instance is being made. */
interface Creation {
  readonly context: ToolContext
}

let creation: Creation | undefined
const asyncCreation = new AsyncLocalStorage<Creation>()

/** What a registry is outside calls, by the function that discovery bound. */
const roots = new WeakMap<object, { registry: ToolRegistry }>()

/** Makes an instance; a `ToolRegistry` injected into it is the view its call came through. */
export function createForCall<Instance>(context: ToolContext, create: () => Instance): Instance {
  const outer = creation
  creation = { context }
  try {
    return create()
  } finally {
    creation = outer
  }
}

/** The same for a container with asynchronous bindings, whose services are made after a wait. */
export function createForCallAsync<Instance>(
  context: ToolContext,
  create: () => Promise<Instance>,
): Promise<Instance> {
  return asyncCreation.run({ context }, create)
}

/** True for a binding of `ToolRegistry` that discovery made. */
export function isInjectedRegistry({ value }: PlannedBinding): boolean {
  return typeof value === 'function' && roots.has(value)
}

/**
 * Binds `ToolRegistry` so that each call gets its own view, and what is made outside calls gets `registry`.
 * A binding of an earlier discovery on the same container gets the new registry.
 */
export function bindInjectedRegistry(
  container: Container,
  registry: ToolRegistry,
  existing: readonly PlannedBinding[],
): void {
  const own = container.isCurrentBound(ToolRegistry) ? existing.find(isInjectedRegistry) : undefined
  const root = own === undefined ? undefined : roots.get(own.value as object)
  if (root !== undefined) {
    root.registry = registry
    return
  }
  const created = { registry }
  const resolveRegistry = (): ToolRegistry => currentRegistry(created.registry)
  roots.set(resolveRegistry, created)
  container.bind(ToolRegistry).toDynamicValue(resolveRegistry).inTransientScope()
}

function currentRegistry(root: ToolRegistry): ToolRegistry {
  const context = (creation ?? asyncCreation.getStore())?.context ?? findAmbientContext()
  return context === undefined ? root : viewOf(context)
}

/** Never the root registry inside a call: that would let a narrowed caller reach every tool. */
function viewOf(context: ToolContext): ToolRegistry {
  const view = ToolContext.is(context) ? ToolRegistry.findOfCall(context) : undefined
  if (view !== undefined) return view
  throw new DefinitionError([
    {
      subject: 'ToolRegistry',
      message: 'it is injected into a tool whose call came through no registry.',
      fix: 'Call the tool through registry.dispatch.',
    },
  ])
}
