import type { ToolIdentity } from '../errors/tool-error.js'
import type { ToolOutcome } from './outcome.js'

/** What a context knows of the call it belongs to. */
export interface CallLink<Context> {
  /** Made on first read, so that a call nobody listens to makes none. */
  readonly signal: AbortSignal
  /** False when nothing can fire `signal`: there is neither a caller's signal nor a deadline. */
  readonly isCancellable: boolean
  /** The link of the whole call, where this one is of a single attempt. */
  readonly whole?: CallLink<Context>
  /** True once the attempt was given up: nobody waits for what it comes to. */
  readonly isGivenUp?: boolean
  /** True for what a child's context keeps: no call of its own has begun. */
  readonly isOfChild?: boolean
  /** The container that makes the instances of the call, once it has made one. */
  servedBy?: object
  dispatch(tool: string | ToolIdentity, input: unknown, context: Context): Promise<ToolOutcome>
}

/** What gives up one attempt. */
export interface AttemptSignal {
  readonly signal: AbortSignal
  readonly isFired: boolean
}

/** What a child's context keeps of the call round it: its signal, and the view its calls go through. @internal */
export function childLink<Context>(link: CallLink<Context>): CallLink<Context> {
  return {
    get signal() {
      return link.signal
    },
    isCancellable: link.isCancellable,
    isOfChild: true,
    dispatch: (tool, input, context) => link.dispatch(tool, input, context),
  }
}

/** The link of one attempt: besides what cancels the call, the attempt's own signal cancels it alone. @internal */
export function attemptLink<Context>(
  link: CallLink<Context>,
  attempt: AttemptSignal,
): CallLink<Context> {
  let joined: AbortSignal | undefined
  return {
    get signal() {
      return (joined ??= AbortSignal.any([link.signal, attempt.signal]))
    },
    isCancellable: true,
    whole: link.whole ?? link,
    get isGivenUp() {
      return attempt.isFired
    },
    dispatch: (tool, input, context) => link.dispatch(tool, input, context),
  }
}
