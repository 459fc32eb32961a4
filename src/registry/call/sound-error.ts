import { types } from 'node:util'

import { dispositions, type Disposition } from '../../errors/disposition.js'
import { errorCodes, type ToolErrorCode } from '../../errors/error-codes.js'
import { copyIssue, type Issue } from '../../errors/issue.js'
import {
  isFinalError,
  ToolError,
  type ToolErrorInit,
  type ToolIdentity,
} from '../../errors/tool-error.js'
import { ToolId } from '../../tools/tool-id.js'

type Unknown<Shape> = { readonly [Key in keyof Shape]?: unknown }

/**
 * The `ToolError` that something thrown is: itself when this copy of the package made it, a copy with its fields when
 * another one did or a subclass may still change it. Undefined for anything else, and where a field is not what it must be.
 */
export function findSoundError(thrown: unknown): ToolError | undefined {
  try {
    if (!ToolError.is(thrown)) return undefined
    if (isFinalError(thrown)) return isSoundAsItIs(thrown) ? thrown : undefined
    const fields = types.isNativeError(thrown) ? readFields(thrown) : undefined
    return fields && new ToolError({ ...fields, cause: thrown })
  } catch {
    return undefined
  }
}

/**
 * Of a final error nothing changes between the judging and the reading.
 *
 * @throws DefinitionError as `copyIdentity` does.
 */
function isSoundAsItIs(error: ToolError): boolean {
  if (error.toolId !== undefined) copyIdentity(error.toolId)
  return isSound(error)
}

/** @throws DefinitionError for names that cannot identify a tool. */
function copyIdentity({ server, name }: ToolIdentity): ToolId {
  return new ToolId(server, name)
}

/** The fields of an error, each read once, so that what is judged is what is taken; undefined when one is not what it must be. */
function readFields(error: ToolError): ToolErrorInit | undefined {
  const { code, disposition, message, modelText, retryable, retryAfterMs } = error
  const { toolId, callId, reference, issues } = error
  const fields = {
    code,
    disposition,
    message,
    modelText,
    retryable,
    retryAfterMs,
    callId,
    reference,
    toolId: toolId && copyIdentity(toolId),
    issues: Array.isArray(issues) ? Array.from(issues as readonly Issue[], copyIssue) : undefined,
  }
  return isSound(fields) ? fields : undefined
}

type Sound = Omit<ToolErrorInit, 'cause'>

function isSound(fields: Unknown<Sound>): fields is Sound {
  const { code, disposition, message, modelText, callId, reference, retryable, issues } = fields
  return (
    Object.hasOwn(errorCodes, code as ToolErrorCode) &&
    dispositions.includes(disposition as Disposition) &&
    isText(message) &&
    isText(modelText) &&
    isTextOrAbsent(callId) &&
    isTextOrAbsent(reference) &&
    typeof retryable === 'boolean' &&
    Array.isArray(issues) &&
    (issues as readonly Unknown<Issue>[]).every(isIssue)
  )
}

function isIssue({ path, code, message }: Unknown<Issue>): boolean {
  return isText(path) && isText(code) && isText(message)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || isText(value)
}
