import { DefinitionError } from '../../errors/definition-error.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { OpenTransaction } from './call-mark.js'
import { LiveLink } from './live-link.js'

/**
 * Begins a transaction round what is left of a call: what lands inside it is in doubt until it is committed. For layers
 * of this package.
 *
 * @throws DefinitionError for the context of no call.
 */
export function openTransaction(context: ToolContext): OpenTransaction {
  return linkOf(context).mark.openTransaction()
}

/**
 * Asks for a person's approval of a call: without a decision bound to it, its body does not run. For layers of this
 * package.
 *
 * @throws DefinitionError for the context of no call.
 */
export function askForApproval(context: ToolContext): void {
  linkOf(context).asksForApproval = true
}

function linkOf(context: ToolContext): LiveLink {
  const link = ToolContext.linkOf(context)
  if (link instanceof LiveLink) return link
  const fix = 'Pass the context of the call that the layer handles.'
  throw new DefinitionError([
    { subject: 'a layer', message: 'the context is not that of a call.', fix },
  ])
}
