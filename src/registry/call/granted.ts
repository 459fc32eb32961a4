import { ToolError } from '../../errors/tool-error.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolGrant, ToolGrants } from '../../tools/tool-grants.js'
import type { DefinitionIndex } from '../listing/definition-index.js'
import { unknownToolText } from '../listing/unknown-names.js'
import { callError } from './call-error.js'
import type { LiveCall } from './live-call.js'

interface Binding {
  readonly index: DefinitionIndex
  readonly grants?: ToolGrants | undefined
  readonly granted?: DefinitionIndex | undefined
}

/** What a registry lets through: everything, or what the manifest it is bound to grants now. */
export function grantedIndex(state: Binding): DefinitionIndex {
  if (state.grants === undefined) return state.index
  return state.index.filter((definition) => isGranted(state, definition))
}

/** A grant is for the tool that was reviewed. Another one that came under its id afterwards has none. */
function isGranted({ grants, granted }: Binding, definition: ToolDefinition): boolean {
  if (grants === undefined) return true
  const isReviewed = granted?.find(definition.id) === definition
  return isReviewed && grants.findGrant(definition.id) !== undefined
}

/**
 * A tool that nobody granted does not exist for whoever calls: a model reads of it what it reads of an unknown name.
 *
 * @throws ToolError NOT_GRANTED.
 */
export function assertGranted(
  state: Binding,
  definition: ToolDefinition,
  { ref, context }: { readonly ref: unknown; readonly context: ToolContext },
): void {
  if (isGranted(state, definition)) return
  const { id } = definition
  throw new ToolError({
    code: 'NOT_GRANTED',
    disposition: 'did-not-happen',
    message: `${id.toString()}: the manifest this registry is bound to does not grant it. ${adviceOnGrant}`,
    modelText: unknownToolText(ref, grantedIndex(state)),
    toolId: id,
    callId: context.callId,
  })
}

const adviceOnGrant = 'Review the tool and add a grant for it, then bind again.'

/**
 * The last look before a body is made, whatever layers there are: the grant still stands, and what it asks for is there.
 *
 * @throws ToolError NOT_GRANTED or REFUSED.
 */
export function assertGrantMet(live: LiveCall): void {
  const { grants, link } = live
  const grant = grants?.findGrant(live.definition.id)
  if (grants !== undefined && grant === undefined) {
    throw callError(live, {
      code: 'NOT_GRANTED',
      why: `its grant was withdrawn before its body ran. ${adviceOnGrant}`,
    })
  }
  const asked = link.asksForApproval ? policyAsks : undefined
  const missing = (grant && findMissing(grant)) ?? asked
  if (missing !== undefined) throw callError(live, { code: 'REFUSED', why: missing })
}

const policyAsks =
  'a policy asks for approval, and no decision is bound to this call. This release has no layer that binds one, so such calls are always refused. Let the policy allow or deny it.'

/** No layer of this package binds a decision or a claim to a call, so what a grant asks for is never there. */
function findMissing({ approval, needsClaim }: ToolGrant): string | undefined {
  if (approval !== 'none') {
    return `its grant asks for approval (${approval}), and no decision is bound to this call. This release has no layer that binds one, so such calls are always refused. Remove \`approval\` from the grant.`
  }
  if (!needsClaim) return undefined
  return 'its grant asks for an idempotency key, and this call holds no claim. This release has no layer that binds one, so such calls are always refused. Remove `idempotencyKey` from the grant.'
}
