import type { ToolOutcome } from '../../tools/outcome.js'
import { isSuspension, type Suspension } from '../../tools/suspension.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { CallFailure } from './call-error.js'
import { copySuspension } from './copy-suspension.js'
import { createReference } from './reference.js'
import { compileJsonSchema } from '../../schema/json-schema-validator.js'
import { toJsonOutput } from '../../schema/json-output.js'
import type { Issue } from '../../errors/issue.js'

const unsoundSuspension =
  'it suspended with a `reason` that is no text, an `inputSchema` that is no JSON object, an `expiresInMs` that is no duration, or an `external` that is not true or false'

/** What a body came to. */
export type BodyResult =
  | { readonly outcome: ToolOutcome; readonly failure?: never }
  | { readonly failure: CallFailure; readonly outcome?: never }

/** Checks what a body returned. Never throws. */
export function toBodyResult(returned: unknown, definition: ToolDefinition): BodyResult {
  try {
    return isSuspension(returned) ? toSuspended(returned) : toOutput(returned, definition)
  } catch (cause) {
    const what = isSuspension(returned) ? 'the `inputSchema` of its question' : 'its output'
    return invalidOutput({ issues: [], why: `${what} could not be checked`, cause })
  }
}

/** A suspension gets its id where it is parked, so one that comes out of a body has none. */
function toSuspended({ reason, inputSchema, expiresInMs, external }: Suspension): BodyResult {
  const suspension = copySuspension({ reason, inputSchema, expiresInMs, external })
  if (suspension === undefined) return invalidOutput({ issues: [], why: unsoundSuspension })
  // An answer that nothing could be held to would never be taken.
  compileJsonSchema(suspension.inputSchema)
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
