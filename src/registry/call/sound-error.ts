import { types } from 'node:util'

import { dispositions } from '../../errors/disposition.js'
import { errorCodes } from '../../errors/error-codes.js'
import type { Issue } from '../../errors/issue.js'
import { isFinalError, ToolError, type ToolErrorInit } from '../../errors/tool-error.js'
import { ToolId } from '../../tools/tool-id.js'

type Unknown<Shape> = { readonly [Key in keyof Shape]?: unknown }

/**
 * The `ToolError` that something thrown is: itself when this copy of the package made it, a copy with its fields when
 * another one did or a subclass may still change it. Undefined for anything else, and where a field is not what it must be.
 */
export function findSoundError(thrown: unknown): ToolError | undefined {
  try {
    if (!ToolError.is(thrown)) return undefined
    if (isFinalError(thrown)) return readFields(thrown) && thrown
    const fields = types.isNativeError(thrown) ? readFields(thrown) : undefined
    return fields && new ToolError({ ...fields, cause: thrown })
  } catch {
    return undefined
  }
}

/** The fields of an error, each read once; undefined when one is not what it must be. */
function readFields(error: ToolError): ToolErrorInit | undefined {
  const { code, disposition, message, modelText, retryable } = error
  const { toolId, callId, reference, retryAfterMs, issues } = error
  const isStated = Object.hasOwn(errorCodes, code) && dispositions.includes(disposition)
  const areTexts = [message, modelText].every(isText) && [callId, reference].every(isTextOrAbsent)
  if (!isStated || !areTexts || typeof retryable !== 'boolean') return undefined
  return {
    ...{ code, disposition, message, modelText, retryable, callId, reference, retryAfterMs },
    issues: readIssues(issues),
    toolId: toolId && new ToolId(toolId.server, toolId.name),
  }
}

/** @throws TypeError when they are no issues. */
function readIssues(issues: readonly Issue[]): readonly Issue[] {
  if (!Array.isArray(issues)) throw new TypeError('The issues are no array.')
  return Array.from(issues, ({ path, code, message }: Unknown<Issue>) => {
    if (isText(path) && isText(code) && isText(message)) return { path, code, message }
    throw new TypeError('An issue is none.')
  })
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || isText(value)
}
