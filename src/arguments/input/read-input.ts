import type { JsonObject } from '../../schema/json.js'
import type { AdmitLimits } from './admit-limits.js'
import { copyJson } from './copy-json.js'
import type { IssueList } from './issue-list.js'
import { copyPlainData } from './plain-copier.js'
import { unsure } from './plain-data.js'

/**
 * The object a caller sent, as a copy of our own: missing, `null` and empty arguments are `{}`; a text is read as JSON.
 * Undefined, with issues added, when it is too large, not JSON or not an object.
 */
export function readInput(
  input: unknown,
  limits: AdmitLimits,
  issues: IssueList,
): JsonObject | undefined {
  const data = typeof input === 'string' ? parseText(input, limits, issues) : (input ?? {})
  if (data === undefined) return undefined
  const plain = copyPlainData(data, { limits, isForeign: typeof input !== 'string' })
  const copy = plain === unsure ? copyJson(data, { limits, issues, path: '' }) : plain
  if (copy === undefined) return undefined
  if (typeof copy === 'object' && copy !== null && !Array.isArray(copy)) return copy as JsonObject
  issues.add(
    '',
    'notAnObject',
    'The arguments must be a JSON object. Send one with the named arguments.',
  )
  return undefined
}

function parseText(text: string, limits: AdmitLimits, issues: IssueList): unknown {
  if (text === '') return {}
  if (Buffer.byteLength(text) > limits.maxBytes) {
    const limit = limits.maxBytes.toString()
    issues.add('', 'tooLarge', `The arguments must not be larger than ${limit} bytes.`)
    return undefined
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    issues.add('', 'notJson', 'The arguments are not valid JSON. Send one JSON object.')
    return undefined
  }
}
