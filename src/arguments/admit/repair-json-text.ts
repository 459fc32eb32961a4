import type { JsonValue } from '../../schema/json.js'
import { jsonTypeOf } from '../../schema/json-type.js'
import { copyJson } from '../input/copy-json.js'
import { parseJson } from '../input/parse-json.js'
import type { Reading } from './reading.js'

/**
 * Takes a JSON text for the object or array it holds, where that is switched on; otherwise adds an issue that says
 * what to send. Only for arguments declared as an object or array, never where a text is allowed.
 */
export function repairJsonText(
  reading: Reading,
  { value, path }: { readonly value: JsonValue; readonly path: string },
  wanted: 'array' | 'object',
): JsonValue | undefined {
  const isText = typeof value === 'string'
  const { limits, repairJsonStrings } = reading.options
  const isRepairable = isText && repairJsonStrings && reading.budget.take(value)
  const parsed = isRepairable ? parseJson(value) : undefined
  if (parsed !== undefined && jsonTypeOf(parsed) === wanted) {
    reading.repaired.push(path)
    return copyJson(parsed, { limits, issues: reading.issues, path })
  }
  const article = wanted === 'array' ? 'an array' : 'an object'
  const hint = isText ? ` Send a JSON ${wanted}, not a string.` : ''
  const code = wanted === 'array' ? 'isArray' : 'notAnObject'
  reading.issues.add(path, code, `${path} must be ${article}.${hint}`)
  return undefined
}
