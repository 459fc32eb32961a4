import { ambientStorage } from './ambient-storage.js'
import type { ToolContext } from './tool-context.js'

/** Runs a function inside which `ToolContext.current()` is `context`. */
export function runWithAmbientContext<Result>(context: ToolContext, run: () => Result): Result {
  return ambientStorage().run(context, run)
}

/** The context of the call this code runs in, if it runs in one. */
export function findAmbientContext(): ToolContext | undefined {
  return ambientStorage().getStore() as ToolContext | undefined
}

/** What `getStore` gives where nothing was entered. */
const nothing = undefined as unknown as object

/** Runs a function inside which there is no context of any call. */
export function runWithoutAmbientContext<Result>(run: () => Result): Result {
  const storage = ambientStorage()
  // Entering the storage costs every await of the process on Node 20, so it is entered only where something is in it.
  return storage.getStore() === undefined ? run() : storage.run(nothing, run)
}
