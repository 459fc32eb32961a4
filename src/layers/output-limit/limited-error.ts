import type { Issue } from '../../errors/issue.js'
import { standardModelText } from '../../errors/model-text.js'
import { restateError, type ToolError } from '../../errors/tool-error.js'
import { cutText, type CutOptions } from './cut-text.js'

/**
 * Below this many bytes an error is not cut: the constant sentences of this package take fewer, and a reference to the
 * log must not get lost.
 */
const neverCutBytes = 256

/** What the issue takes that says how many were left out. */
const moreIssuesBytes = 96

/**
 * An error whose text for models is cut to a limit, and of whose issues so many are left as it allows. The error itself
 * where `shown`, which is the error as it will be redacted further out, is within it.
 */
export function limitError(error: ToolError, shown: ToolError, limit: CutOptions): ToolError {
  const maxBytes = Math.max(limit.maxBytes, neverCutBytes)
  const isShort = Buffer.byteLength(shown.modelText) <= maxBytes
  const modelText = isShort
    ? error.modelText
    : (cutText(shown.modelText, { ...limit, maxBytes }) ?? constantText(error))
  return restateError(error, { modelText, issues: limitIssues(error.issues, shown, maxBytes) })
}

function constantText({ code, disposition, reference }: ToolError): string {
  return standardModelText({ code, disposition, reference })
}

function limitIssues(
  issues: readonly Issue[],
  shown: ToolError,
  maxBytes: number,
): readonly Issue[] {
  const sizes = shown.issues.map((issue) => Buffer.byteLength(JSON.stringify(issue)))
  if (sizes.reduce((sum, bytes) => sum + bytes, 0) <= maxBytes) return issues
  let left = maxBytes - moreIssuesBytes
  const end = sizes.findIndex((bytes) => (left -= bytes) < 0)
  const message = `${(sizes.length - end).toString()} more issues are left out.`
  return [...shown.issues.slice(0, end), { path: '', code: 'moreIssues', message }]
}
