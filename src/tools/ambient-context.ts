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
