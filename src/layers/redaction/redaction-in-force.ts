import { extensionKey } from '../../tools/extension-key.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { TextRedaction } from './text-redaction.js'

type Redact = (text: string) => string

/** What layers further out will hide in texts of a call. */
const inForce = extensionKey<Redact>('tallystick.redaction')

/** The context of a call whose texts will be redacted further out. */
export function announceRedaction(context: ToolContext, texts: TextRedaction): ToolContext {
  const outer = context.get(inForce)
  return context.with(inForce, (text) => {
    const redacted = texts.redact(text)
    return outer === undefined ? redacted : outer(redacted)
  })
}

/** A text as it will be redacted further out. Of a secret that is cut in two, what is left may match nothing any more. */
export function redactAhead(context: ToolContext, text: string): string {
  return context.get(inForce)?.(text) ?? text
}
