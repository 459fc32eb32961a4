import { toJsonOutput } from '../../schema/json-output.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { RecordedCall } from '../record/journal-record.js'
import type { Verdict } from '../states/finish.js'

/** What a tool found out about a call in doubt; `cause` is why it could not, where it did not say so itself. */
export type Finding =
  { readonly verdict: Verdict } | { readonly verdict?: undefined; readonly cause?: unknown }

/** Lets a tool find out what became of a call in doubt. It cannot tell where it throws, or what it says is no verdict. */
export async function reconcileCall(
  definition: ToolDefinition,
  recorded: RecordedCall,
  context: ToolContext,
): Promise<Finding> {
  try {
    const admission = await definition.admit(recorded.arguments)
    if (admission.status !== 'admitted') return { cause: new TypeError(notAdmitted) }
    const body = await definition.prepareReconcile?.(admission.admitted, context)
    return toFinding(definition, await body?.(context))
  } catch (cause) {
    return { cause }
  }
}

const notAdmitted = 'The arguments that are recorded are none of the tool as it is now.'
const noVerdict =
  "`reconcile` returned no verdict: 'landed' with a value, 'did-not-happen' or 'unknown'."
const noOutput = 'The value that `reconcile` returned is no output of the tool.'

function toFinding(definition: ToolDefinition, said: unknown): Finding {
  const { verdict, value } = Object(said) as {
    readonly verdict?: unknown
    readonly value?: unknown
  }
  if (verdict === 'unknown') return {}
  if (verdict === 'did-not-happen') return { verdict: { verdict } }
  if (verdict !== 'landed') return { cause: new TypeError(noVerdict) }
  const output = toJsonOutput(value)
  if (output.status !== 'json' || definition.checkOutput(output.value).length > 0) {
    return { cause: new TypeError(noOutput) }
  }
  return { verdict: { verdict, result: { status: 'output', value: output.value } } }
}
