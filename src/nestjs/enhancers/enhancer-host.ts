import type { ExecutionContext } from '@nestjs/common'

import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { CallScopes } from '../calls/call-scopes.js'
import { createExecutionContext } from './tool-execution-context.js'
import type { Enhancer } from './nest-layer.js'

/** What the layers of enhancers need of their application. */
export interface EnhancerHostParts {
  readonly scopes: CallScopes
  readonly toRequest: (context: ToolContext) => unknown
}

/** Resolves enhancers for calls. */
export class EnhancerHost {
  readonly #parts: EnhancerHostParts

  constructor(parts: EnhancerHostParts) {
    this.#parts = parts
  }

  /** The instance that serves this call, in a scope of its own where it is request-scoped. */
  async resolve<Instance>(enhancer: Enhancer<Instance>, call: ToolCall): Promise<Instance> {
    if (typeof enhancer !== 'function') return enhancer
    return (await this.#parts.scopes.resolve(enhancer, call.context)) as Instance
  }

  /** The call as the enhancer sees it. */
  execution(call: ToolCall): ExecutionContext {
    return createExecutionContext(call, this.#parts.toRequest(call.context))
  }
}
