import type { ToolContext } from './tool-context.js'

/** Any class, abstract ones included, whatever its constructor takes. */
export type Constructor<Instance = object> = abstract new (...args: never[]) => Instance

/** What the instance of a tool class must have. `call` may take the context, or nothing. */
export interface ToolBody {
  /** Runs when the arguments are in place. What it returns, or resolves to, becomes the output. */
  call(context: ToolContext): unknown
}

/** A class that can be a tool: concrete, with a `call`. */
export type ToolClass = new (...args: never[]) => ToolBody
