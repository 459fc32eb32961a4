import { expect } from 'vitest'
import type { ToolError } from '../../src/errors/tool-error.js'
import { ToolError as ToolErrorClass } from '../../src/errors/tool-error.js'
import { defineTool, type DefineToolOptions } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import type { ToolEvent } from '../../src/tools/tool-event.js'
import type { ToolLayer } from '../../src/tools/tool-layer.js'

/** A writing tool `shop/order` without arguments, unless told otherwise. */
export function tool(options: Partial<DefineToolOptions> = {}): ToolDefinition {
  const call = (): unknown => 'done'
  return defineTool({ server: 'shop', name: 'order', description: 'Orders.', call, ...options })
}

export function registryOf(...definitions: readonly ToolDefinition[]): ToolRegistry {
  return ToolRegistry.empty().register(...definitions)
}

/** What a dispatch rejects with, which is a ToolError whatever happens. */
export async function rejection(dispatched: Promise<unknown>): Promise<ToolError> {
  const error: unknown = await dispatched.then(
    (outcome) => outcome,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ToolErrorClass)
  return error as ToolError
}

/** A layer from its function. */
export function layer(name: string, handle: ToolLayer['handle']): ToolLayer {
  return { name, handle }
}

/** A layer that lets every call through. */
export function passing(name: string): ToolLayer {
  return layer(name, (call, next) => next(call))
}

/** The registry, and the events it reports. */
export function observed(registry: ToolRegistry): {
  readonly registry: ToolRegistry
  readonly events: readonly ToolEvent[]
} {
  const events: ToolEvent[] = []
  return { registry: registry.observe((event) => events.push(event)), events }
}

/** A promise and what settles it. */
export function deferred<Value>(): {
  readonly promise: Promise<Value>
  readonly resolve: (value: Value) => void
  readonly reject: (reason: unknown) => void
} {
  let settle: { resolve: (value: Value) => void; reject: (reason: unknown) => void } | undefined
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject }
  })
  const { resolve, reject } = settle as unknown as NonNullable<typeof settle>
  return { promise, resolve, reject }
}

/** Long enough for everything that waits for promises only. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
