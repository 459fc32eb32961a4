import { ToolContext } from './tool-context.js'
import type { ToolDefinition } from './tool-definition.js'

/**
 * Whether the same call again is the same effect, and finds what became of it. A read has a record only while it waits: the
 * same call again would read again.
 */
export function isKeyedCall(
  { mutates, keyRule }: Pick<ToolDefinition, 'mutates' | 'keyRule'>,
  context: ToolContext,
): boolean {
  return mutates && (keyRule !== undefined || ToolContext.callerKeyOf(context) !== undefined)
}

/** What a model is told of a keyed call that waits. */
export const callAgain =
  'Call again with the same arguments to learn the outcome; it will not run twice.'
