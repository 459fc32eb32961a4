import type { ExecutionContext } from '@nestjs/common'

import { findToolClass } from '../../registry/listing/definition-origin.js'
import type { ToolCall } from '../../tools/tool-layer.js'

const calls = new WeakMap<ExecutionContext, ToolCall>()

/**
 * The call that a guard or interceptor is used for: its tool, its admitted arguments and its context; undefined where it
 * is used for something else, such as a route.
 *
 * @example
 * ```ts
 * canActivate(execution: ExecutionContext) {
 *   const call = findToolCall(execution)
 *   return call === undefined || call.context.principal?.kind === 'person'
 * }
 * ```
 */
export function findToolCall(execution: ExecutionContext): ToolCall | undefined {
  return calls.get(execution)
}

/**
 * A call as Nest's enhancers see what they are used for. `getType()` is `'tool'`; `getClass()` and `getHandler()` are the
 * tool class and its `call`, so that `Reflector` finds what decorators say of them.
 */
export function createExecutionContext(call: ToolCall, request: unknown): ExecutionContext {
  const toolClass: object = findToolClass(call.definition) ?? ToolWithoutClass
  const handler: unknown = Reflect.get(Reflect.get(toolClass, 'prototype') as object, 'call')
  const given = [call.arguments, call.context]
  // Nest types these by what the caller hopes for.
  const execution = {
    getClass: () => toolClass,
    getHandler: () => handler,
    getArgs: () => given,
    getArgByIndex: (index: number) => given[index],
    getType: () => 'tool',
    switchToHttp: () => ({ getRequest: () => request, getResponse: nothing, getNext: nothing }),
    switchToRpc: () => ({ getData: () => call.arguments, getContext: () => call.context }),
    switchToWs: () => ({
      getData: () => call.arguments,
      getClient: nothing,
      getPattern: () => call.definition.id.toString(),
    }),
  } as ExecutionContext
  calls.set(execution, call)
  return execution
}

const nothing = (): undefined => undefined

/** Stands for the class of a tool that was made of none. */
class ToolWithoutClass {
  call(): void {
    // Carries no decorators, so that a `Reflector` finds none.
  }
}
