import type { ToolErrorCode } from '../../errors/error-codes.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'

/** One thing that happens to a call, in the order in which it does. */
export interface CallStage {
  readonly stage: string
  readonly detail: string
  /** The codes with which a call may end there. */
  readonly codes: readonly ToolErrorCode[]
}

/** What a call of a tool goes through on a registry, first to last. */
export function callStages(
  registry: ToolRegistry,
  definition: ToolDefinition,
): readonly CallStage[] {
  const { id, wireName, outputSchema, source } = definition
  const output = outputSchema === undefined ? 'becomes JSON' : 'becomes JSON, held to its schema'
  return [
    toStage('resolve', `${wireName}, ${id.toString()} or ${id.reference()}`, 'UNKNOWN_TOOL'),
    toStage('grant', describeGrant(registry, definition), 'NOT_GRANTED'),
    toStage('admit', 'JSON becomes the declared arguments, or is refused', 'INVALID_ARGUMENTS'),
    ...keyStages(definition),
    ...registry.layerNames.toReversed().map((name) => toStage('layer', name)),
    toStage('seal check', 'what was admitted runs, under a grant that still stands', 'REFUSED'),
    toStage(
      'instance',
      source === 'builtin' ? 'made anew, then assigned' : 'prepared',
      'UNAVAILABLE',
    ),
    toStage('body', `effect: ${definition.effect}`, 'TOOL_FAILED', 'UNSUSPENDABLE'),
    toStage('output', output, 'OUTPUT_INVALID'),
    toStage('event', 'one terminal event, with late and unsettled ones beside it'),
  ]
}

/** A key that a read declares lies unused. */
function keyStages({ keyRule, mutates }: ToolDefinition): readonly CallStage[] {
  if (keyRule === undefined || !mutates) return []
  const source = keyRule.kind === 'path' ? keyRule.path : 'a function of the arguments'
  return [toStage('key', `${source} names the effect`, 'MISSING_IDEMPOTENCY_KEY')]
}

function describeGrant(registry: ToolRegistry, { id }: ToolDefinition): string {
  if (!registry.isBound) return 'no manifest is bound, so every tool is granted'
  return registry.isGranted(id) ? 'granted by the manifest' : 'not granted: every call is refused'
}

function toStage(stage: string, detail: string, ...codes: readonly ToolErrorCode[]): CallStage {
  return { stage, detail, codes }
}
