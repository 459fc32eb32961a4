import type { ToolOutcome } from '../../tools/outcome.js'
import { isSuspension, suspend, type Suspension } from '../../tools/suspension.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { PreparedBody, ToolDefinition } from '../../tools/tool-definition.js'
import { toBodyFailure } from './body-failure.js'
import type { CallFailure } from './call-error.js'
import { createReference } from './reference.js'
import { toJsonOutput } from './to-json-output.js'
import type { Issue } from '../../errors/issue.js'

/** What a body came to. */
export type BodyResult =
  | { readonly outcome: ToolOutcome; readonly failure?: never }
  | { readonly failure: CallFailure; readonly outcome?: never }

/** Runs a body and checks what it returns. Never rejects. */
export async function toBodyResult(
  body: PreparedBody,
  context: ToolContext,
  definition: ToolDefinition,
): Promise<BodyResult> {
  let returned: unknown
  try {
    returned = await body(context)
  } catch (thrown) {
    return { failure: toBodyFailure(thrown) }
  }
  try {
    return isSuspension(returned) ? toSuspended(returned) : toOutput(returned, definition)
  } catch (cause) {
    return invalidOutput({ issues: [], why: 'its output could not be checked', cause })
  }
}

/** A suspension gets its id where it is parked, so one that comes out of a body has none. */
function toSuspended({ reason, inputSchema, expiresInMs }: Suspension): BodyResult {
  const expiry = expiresInMs === undefined ? {} : { expiresInMs }
  const suspension = suspend({ reason, inputSchema, ...expiry })
  return { outcome: Object.freeze({ status: 'suspended', suspension }) }
}

function toOutput(returned: unknown, definition: ToolDefinition): BodyResult {
  const output = toJsonOutput(returned)
  if (output.status === 'refused') {
    const { issue, ...causes } = output
    return invalidOutput({ issues: [issue], why: 'its output is not JSON', ...causes })
  }
  const issues = definition.checkOutput(output.value)
  if (issues.length > 0) return invalidOutput({ issues, why: 'its output breaks its schema' })
  return { outcome: Object.freeze({ status: 'output', value: output.value }) }
}

function invalidOutput(found: {
  readonly issues: readonly Issue[]
  readonly why: string
  readonly cause?: unknown
}): BodyResult {
  const where = found.issues.map(({ message }) => ` ${message}`).join('')
  const rest = { disposition: 'landed', reference: createReference() } as const
  return { failure: { code: 'OUTPUT_INVALID', ...rest, ...found, why: `${found.why}.${where}` } }
}
