import { AsyncLocalStorage } from 'node:async_hooks'

import type { ToolContext } from './tool-context.js'

const storageKey = Symbol.for('tallystick.ambientContext')

/** The one storage of this process, shared by all copies of this package. */
function ambientStorage(): AsyncLocalStorage<ToolContext> {
  const holder = globalThis as { [storageKey]?: AsyncLocalStorage<ToolContext> }
  holder[storageKey] ??= new AsyncLocalStorage<ToolContext>()
  return holder[storageKey]
}

/** Runs a function inside which `ToolContext.current()` is `context`. */
export function runWithAmbientContext<Result>(context: ToolContext, run: () => Result): Result {
  return ambientStorage().run(context, run)
}

/** The context of the call this code runs in, if it runs in one. */
export function findAmbientContext(): ToolContext | undefined {
  return ambientStorage().getStore()
}
