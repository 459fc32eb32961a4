import { toJsonOutput } from '../../schema/json-output.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { RecordedCall } from '../record/journal-record.js'
import type { Verdict } from '../states/finish.js'

/**
 * Lets a tool find out what became of a call in doubt. Undefined where it cannot tell: it says so, it throws, or what it
 * says is no verdict.
 */
export async function reconcileCall(
  definition: ToolDefinition,
  recorded: RecordedCall,
  context: ToolContext,
): Promise<Verdict | undefined> {
  try {
    const admission = await definition.admit(recorded.arguments)
    if (admission.status !== 'admitted') return undefined
    const body = await definition.prepareReconcile?.(admission.admitted, context)
    return toVerdict(definition, await body?.(context))
  } catch {
    return undefined
  }
}

function toVerdict(definition: ToolDefinition, said: unknown): Verdict | undefined {
  const { verdict, value } = Object(said) as {
    readonly verdict?: unknown
    readonly value?: unknown
  }
  if (verdict === 'did-not-happen') return { verdict }
  if (verdict !== 'landed') return undefined
  const output = toJsonOutput(value)
  if (output.status !== 'json' || definition.checkOutput(output.value).length > 0) return undefined
  return { verdict, result: { status: 'output', value: output.value } }
}
