import type { ToolContext } from './tool-context.js'

/** Any class, abstract ones included, whatever its constructor takes. */
export type Constructor<Instance = object> = abstract new (...args: never[]) => Instance

/** What the instance of a tool class must have. `call` may take the context, or nothing. */
export interface ToolBody {
  /** Runs when the arguments are in place. What it returns, or resolves to, becomes the output. */
  call(context: ToolContext): unknown
  /**
   * Goes on with the answer to what `call` or an earlier `resume` asked for by `suspend`, on a fresh instance with the same
   * arguments; `call` does not run again. Where there is none, the answer becomes the output.
   */
  resume?(context: ToolContext, input: never): unknown
  /**
   * Finds out what became of a call whose process ended in the middle: `{ verdict: 'landed', value }`,
   * `{ verdict: 'did-not-happen' }` or `{ verdict: 'unknown' }`. Runs on a fresh instance with the arguments of that call.
   */
  reconcile?(context: ToolContext): unknown
}

/** A class that can be a tool: concrete, with a `call`. */
export type ToolClass = new (...args: never[]) => ToolBody
