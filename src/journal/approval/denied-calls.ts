import { argumentsDigest } from '../../tools/arguments-digest.js'
import type { ToolCall } from '../../tools/tool-layer.js'

/** How many of them are remembered where no journal is. */
const rememberedDenials = 10_000

/**
 * Calls that a person said no to: those of one call id, and of one tool with the same arguments within a run. A host may
 * count the calls of each run anew, so that a call id says something within its run only.
 */
export class DeniedCalls {
  readonly #denied = new Set<string>()

  /** Remembers it; the oldest are forgotten when there are too many. */
  add(call: ToolCall): void {
    for (const name of namesOf(call)) this.#denied.add(name)
    for (const oldest of this.#denied) {
      if (this.#denied.size <= rememberedDenials) break
      this.#denied.delete(oldest)
    }
  }

  /** Whether a person said no to it. */
  has(call: ToolCall): boolean {
    return namesOf(call).some((name) => this.#denied.has(name))
  }
}

function namesOf({ definition, arguments: args, context }: ToolCall): readonly string[] {
  const { tenantId, callId, runId } = context
  const byCall = JSON.stringify(['call', tenantId, runId ?? null, callId])
  if (runId === undefined) return [byCall]
  const what = [definition.id.toString(), argumentsDigest(args)]
  return [byCall, JSON.stringify(['run', tenantId, runId, ...what])]
}
