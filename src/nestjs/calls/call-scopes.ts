import { ContextIdFactory, type ContextId, type ModuleRef } from '@nestjs/core'

import { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { NestProvider } from '../discovery/nest-container.js'

/** What the scopes of calls are made with. */
export interface CallScopeParts {
  readonly moduleRef: ModuleRef
  /** The providers of `ToolRegistry` and `ToolContext`, which are others in each call. */
  readonly registry: NestProvider
  readonly context: NestProvider
  /** What request-scoped services of a call inject as `REQUEST`. */
  readonly toRequest: (context: ToolContext) => unknown
}

/** Makes what belongs to one call: nothing made in one scope is ever seen in another, whatever ran in between. */
export class CallScopes {
  readonly #parts: CallScopeParts

  constructor(parts: CallScopeParts) {
    this.#parts = parts
  }

  /** Resolves a provider in a scope of its own. */
  async resolve(token: unknown, context: ToolContext): Promise<unknown> {
    const contextId = this.#open(context)
    return this.#parts.moduleRef.resolve(token as symbol, contextId, { strict: false })
  }

  #open(context: ToolContext): ContextId {
    const { moduleRef, toRequest, registry } = this.#parts
    const request = toRequest(context)
    const contextId = createScope(request)
    moduleRef.registerRequestByContextId(request, contextId)
    setIn(contextId, this.#parts.context, context)
    // Authority must not grow through what is injected: of a call nothing but its own view is reachable.
    setIn(contextId, registry, ToolRegistry.findOfCall(context) ?? ToolRegistry.empty())
    return contextId
  }
}

function setIn(contextId: ContextId, provider: NestProvider, instance: unknown): void {
  provider.setInstanceByContextId(contextId, { instance, isResolved: true })
}

/**
 * A scope that no other call has. An application's strategy for durable providers decides what is kept for a tenant; a
 * request that Nest has a scope for already must not lend it to the calls made for it.
 */
function createScope(request: unknown): ContextId {
  const given = ContextIdFactory.getByRequest(request as Record<string, unknown>)
  const own: ContextId = ContextIdFactory.create()
  if (given.payload !== undefined) own.payload = given.payload
  if (given.getParent === undefined) return own
  own.getParent = (info) => {
    const parent = given.getParent?.(info)
    return parent === undefined || parent === given ? own : parent
  }
  return own
}
