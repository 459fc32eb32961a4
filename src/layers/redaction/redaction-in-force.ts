import type { ToolError } from '../../errors/tool-error.js'
import type { JsonObject } from '../../schema/json.js'
import { extensionKey } from '../../tools/extension-key.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { OutgoingRedaction } from './outgoing-redaction.js'

/** Shows what it is given outside of the call. What `read` throws is for it to deal with. */
type ShowArguments = (read: () => JsonObject) => void

/** What layers further out do for one call, and not for calls nested in it, whose contexts inherit extensions. */
interface InForce {
  readonly callId: string
  /** Innermost first, as what leaves the call comes by them. */
  readonly redactions: readonly OutgoingRedaction[]
  /** Who wants to show the arguments of the call outside. */
  readonly show?: ShowArguments | undefined
}

const inForce = extensionKey<InForce>('tallystick.redaction')

/** The context of a call whose results will be redacted further out. */
export function announceRedaction(context: ToolContext, redaction: OutgoingRedaction): ToolContext {
  const outer = findInForce(context)
  return context.with(inForce, { ...outer, redactions: [redaction, ...outer.redactions] })
}

/** The context of a call whose arguments are wanted as redaction layers further in leave them. */
export function askForArguments(context: ToolContext, show: ShowArguments): ToolContext {
  return context.with(inForce, { ...findInForce(context), show })
}

/** Tells who asked what the arguments of a call are, without what any redaction so far hides. */
export function tellArguments(call: ToolCall): void {
  const { show, redactions } = findInForce(call.context)
  show?.(() =>
    redactions.reduce((shown, by) => by.arguments(shown, call.definition), call.arguments),
  )
}

/** An outcome as it will be redacted further out. Of a secret that is cut in two, what is left may match nothing any more. */
export function outcomeAhead({ definition, context }: ToolCall, outcome: ToolOutcome): ToolOutcome {
  const { redactions } = findInForce(context)
  return redactions.reduce((shown, by) => by.outcome(shown, definition), outcome)
}

/** An error as it will be redacted further out. */
export function errorAhead({ context }: ToolCall, error: ToolError): ToolError {
  return findInForce(context).redactions.reduce((shown, by) => by.error(shown), error)
}

/** A text as it will be redacted further out. */
export function textAhead({ context }: ToolCall, text: string): string {
  return findInForce(context).redactions.reduce((shown, by) => by.text(shown), text)
}

function findInForce(context: ToolContext): InForce {
  const { callId } = context
  const found = context.get(inForce)
  return found?.callId === callId ? found : { callId, redactions: [] }
}
