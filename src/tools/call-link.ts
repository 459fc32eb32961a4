import type { ToolIdentity } from '../errors/tool-error.js'
import type { ToolOutcome } from './outcome.js'
import type { ToolContext } from './tool-context.js'

/** What a context knows of the call it belongs to. @internal */
export interface CallLink {
  /** Made on first read, so that a call nobody listens to makes none. */
  readonly signal: AbortSignal
  /** False when nothing can fire `signal`: there is neither a caller's signal nor a deadline. */
  readonly isCancellable: boolean
  /** The link of the whole call, where this one is of a single attempt. */
  readonly whole?: CallLink
  dispatch(tool: string | ToolIdentity, input: unknown, context: ToolContext): Promise<ToolOutcome>
}

/** What a child's context keeps of the call round it: its signal, and the view its calls go through. @internal */
export function childLink(link: CallLink): CallLink {
  return {
    get signal() {
      return link.signal
    },
    isCancellable: link.isCancellable,
    dispatch: (tool, input, context) => link.dispatch(tool, input, context),
  }
}

/** The link of one attempt: besides what cancels the call, `signal` cancels it alone. @internal */
export function attemptLink(link: CallLink, signal: AbortSignal): CallLink {
  let joined: AbortSignal | undefined
  return {
    get signal() {
      return (joined ??= AbortSignal.any([link.signal, signal]))
    },
    isCancellable: true,
    whole: link.whole ?? link,
    dispatch: (tool, input, context) => link.dispatch(tool, input, context),
  }
}
