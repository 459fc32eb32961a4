import type { ExecutionContext, Type } from '@nestjs/common'

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
  const execution: ExecutionContext = {
    getClass: <Class>() => toolClass as Type<Class>,
    getHandler: () => handler as () => unknown,
    getArgs: <Args>() => given as Args,
    getArgByIndex: <Arg>(index: number) => given[index] as Arg,
    getType: <Type extends string>() => 'tool' as Type,
    switchToHttp: () => ({
      getRequest: <Request>() => request as Request,
      getResponse: nothing,
      getNext: nothing,
    }),
    switchToRpc: () => ({
      getData: <Data>() => call.arguments as Data,
      getContext: <Context>() => call.context as Context,
    }),
    switchToWs: () => ({
      getData: <Data>() => call.arguments as Data,
      getClient: nothing,
      getPattern: () => call.definition.id.toString(),
    }),
  }
  calls.set(execution, call)
  return execution
}

function nothing<Absent>(): Absent {
  return undefined as Absent
}

/** Stands for the class of a tool that was made of none. */
class ToolWithoutClass {
  call(): void {
    // Carries no decorators, so that a `Reflector` finds none.
  }
}
