import { ToolError } from '../../errors/tool-error.js'
import { argumentsDigest } from '../../tools/arguments-digest.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolGrant, ToolGrants } from '../../tools/tool-grants.js'
import type { DefinitionIndex } from '../listing/definition-index.js'
import { unknownToolText } from '../listing/unknown-names.js'
import { callError } from './call-error.js'
import type { CallStep } from './call-step.js'
import type { LiveCall } from './live-call.js'

interface Binding {
  readonly index: DefinitionIndex
  readonly grants?: ToolGrants | undefined
  readonly granted?: DefinitionIndex | undefined
}

/** What a registry shows: what is not withdrawn, and only what the manifest grants now where it is bound to one. */
export function grantedIndex(state: Binding): DefinitionIndex {
  const isWhole = state.grants === undefined && !state.index.definitions.some(isWithdrawn)
  if (isWhole) return state.index
  return state.index.filter((definition) => isGranted(state, definition))
}

function isWithdrawn(definition: ToolDefinition): boolean {
  return definition.isWithdrawn?.() === true
}

/** A grant is for the tool that was reviewed. Another one that came under its id afterwards has none. */
export function isGranted({ grants, granted }: Binding, definition: ToolDefinition): boolean {
  if (grants === undefined) return !isWithdrawn(definition)
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
  // Without grants the body of a tool that is withdrawn refuses: it looks at its server first.
  if (state.grants === undefined || isGranted(state, definition)) return
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
export function assertGrantMet(live: LiveCall, step: CallStep): void {
  const { grants } = live
  const grant = grants?.findGrant(live.definition.id)
  if (grants !== undefined && grant === undefined) {
    throw callError(live, {
      code: 'NOT_GRANTED',
      why: `its grant was withdrawn before its body ran. ${adviceOnGrant}`,
    })
  }
  const missing = findMissing(live, step, grant)
  if (missing !== undefined) throw callError(live, { code: 'REFUSED', why: missing })
}

/** What a call lacks that its grant or a policy asks for: a decision on exactly these arguments, a claim on its key. */
function findMissing(
  { link }: LiveCall,
  { context, admitted }: CallStep,
  grant: ToolGrant | undefined,
): string | undefined {
  const { decision, claim } = ToolContext.bindingOf(context)
  const asker = findAsker(grant, link)
  if (asker !== undefined && decision?.argumentsDigest !== argumentsDigest(admitted.json)) {
    return `${asker} asks for approval, and no decision is bound to this call. Register an ApprovalLayer.`
  }
  const lacksClaim = grant?.needsClaim === true && claim === undefined
  if (!lacksClaim) return undefined
  return 'its grant asks for an idempotency key, and this call holds no claim on it. Register an IdempotencyLayer.'
}

/** Who asks for a person's approval of a call; undefined when nobody does. */
function findAsker(
  grant: ToolGrant | undefined,
  { approvalAsked }: LiveCall['link'],
): string | undefined {
  const approval = grant?.approval ?? 'none'
  if (approval !== 'none') return `its grant (${approval})`
  return approvalAsked === undefined ? undefined : 'a layer'
}
